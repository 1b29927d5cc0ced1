import type { FieldValues } from '../../driver/register-fields.js';
import type { Triangle } from '../../scenes/geometry.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createCellDraw, createCellProgram } from '../shader.js';
import { emitConformanceLayer } from './layer-text.js';
import { countLayers, getLocationsPerPixel, type LayerCase } from './layers.js';
import { createStorageMemory, getStorage } from './storage.js';

const ALL_BITS = 0xffffffff;

/** The number of coordinate units per pixel. */
const PIXEL = 256;

/** Returns the two triangles of a strip that covers the whole area. They share a diagonal. */
export function createStripTriangles(size: number): Triangle[] {
  const edge = size * PIXEL;
  return [
    [0, 0, edge, 0, 0, edge],
    [edge, 0, edge, edge, 0, edge],
  ];
}

/**
 * Returns the parts of one conformance test case: instances of a strip that covers the whole area, drawn without
 * attachments. At the end, each location must have all bits set, or none if its invocations were discarded.
 */
export function createLayerParts(
  target: CellTarget,
  layerCase: LayerCase,
  fields: FieldValues = {},
): CellParts {
  const { chip, wave, size, corpus } = target;
  const { gfx } = chip;
  const { interlock, samples, discards, sampleShading, resource } = layerCase;
  const perPixel = getLocationsPerPixel(layerCase);
  const locations = size * perPixel;
  const storage = getStorage(resource, gfx, corpus, locations, size);
  const text = emitConformanceLayer(layerCase, { gfx, wave, size, descriptor: storage.descriptor });
  const instances = Array.from({ length: countLayers(layerCase) }, (_, instance) => instance);
  const expected = (location: number): number =>
    discards && Math.floor(location / perPixel) % 2 === 1 ? 0 : ALL_BITS;
  return {
    programs: [createCellProgram(`layers_${resource}`, gfx, text)],
    draws: [
      createCellDraw(target, {
        interlock,
        samples,
        primitives: instances.flatMap(() => createStripTriangles(size)),
        numbers: instances.flatMap((instance) => [instance, instance]),
        userData: [...storage.descriptor.slice(0, 4), locations],
        shader: { kills: discards, runsPerSample: sampleShading },
        fields,
      }),
    ],
    ...createStorageMemory(storage, size, { locations, perPixel }, expected),
  };
}
