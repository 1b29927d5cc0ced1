import { type Draw, type Interlock, setting } from '../../../transactions/index.js';
import { findDescriptor } from '../../corpus.js';
import { getRateFields } from '../../coverage-fold/sample-fields.js';
import type { FieldValues } from '../../driver/draw-intent.js';
import { parseWord } from '../../driver/words.js';
import { pixelBuffer, rawBufferDescriptor, type ScenarioMemory } from '../../kit/draws.js';
import { createStrips } from '../blocks.js';
import type { CellOptions, CellParts, CellTarget, MatrixCell, RunnableCell } from '../cell.js';
import { createCell, forbidCell, forGenerations, LAYER_OVERLAP, NEVER_COARSE } from '../cell.js';
import { type CellDraw, createCellDraw, createCellProgram } from '../programs.js';
import {
  countLayers,
  emitCoarseLayer,
  emitConformanceLayer,
  emitFineLayer,
  getLocationsPerPixel,
  type LayerCase,
  type Resource,
} from './layer-text.js';

/** The name of the corpus's storage image with 32-bit texels. */
const IMAGE_NAME = 'img';

/** The storage buffer: its name, and an arbitrary mapped address. */
const BUFFER = { name: 'locations', address: 2 ** 32 };

/** Returns storage for `rows` rows of `locations` locations: an image or a buffer. */
function getStorage(resource: Resource, { dialect, corpus }: CellTarget, locations: number, rows: number) {
  const { gfx } = dialect;
  if (resource === 'ssbo') {
    const bytesPerRow = 4 * locations;
    const descriptor = rawBufferDescriptor(gfx, BUFFER.address, rows * bytesPerRow);
    return { ...BUFFER, descriptor, bytesPerRow };
  }
  const { name, pitch, address, words } = findDescriptor(corpus, gfx, IMAGE_NAME);
  if (pitch === undefined) throw new Error(`the corpus has no ${IMAGE_NAME} for ${gfx}`);
  return {
    name,
    address: Number.parseInt(address, 16),
    descriptor: words.map(parseWord),
    bytesPerRow: pitch,
  };
}

/**
 * Returns the storage's memory and its ordered layout. `getWord` supplies the expected final value of each location; if
 * omitted, only the reference computes these values.
 */
function createStorageMemory(
  { bytesPerRow, ...place }: ReturnType<typeof getStorage>,
  rows: number,
  { locations, perPixel }: { readonly locations: number; readonly perPixel: number },
  getWord?: (location: number) => number,
): ScenarioMemory {
  const words = Array.from({ length: (rows * bytesPerRow) / 4 }, (_, word) => {
    const location = word % (bytesPerRow / 4);
    return location < locations ? (getWord?.(location) ?? 0) : 0;
  });
  const layout = { height: rows, bytesPerPixel: 4 * perPixel, bytesPerRow };
  return pixelBuffer(place, layout, getWord === undefined ? {} : { expected: { words } });
}

const ALL_BITS = 0xffffffff;

/**
 * Returns the parts of one conformance test case: instances of a strip that covers the whole area, drawn without
 * attachments. At the end, each location must have all bits set, or none if its invocations were discarded.
 */
function createLayerParts(target: CellTarget, layerCase: LayerCase, fields: FieldValues = {}): CellParts {
  const { size, dialect } = target;
  const { interlock, samples, discards, sampleShading, resource } = layerCase;
  const perPixel = getLocationsPerPixel(layerCase);
  const locations = size * perPixel;
  const storage = getStorage(resource, target, locations, size);
  const text = emitConformanceLayer(layerCase, dialect, size, storage.descriptor);
  const expected = (location: number): number =>
    discards && Math.floor(location / perPixel) % 2 === 1 ? 0 : ALL_BITS;
  return {
    programs: [createCellProgram(dialect, `layers_${resource}`, text)],
    draws: [
      createLayerDraw(target, countLayers(layerCase), {
        interlock,
        samples,
        userData: [...storage.descriptor.slice(0, 4), locations],
        shader: { kills: discards, runsPerSample: sampleShading },
        fields,
      }),
    ],
    ...createStorageMemory(storage, size, { locations, perPixel }, expected),
  };
}

/** Creates a draw of strips that cover the whole area, numbered from 0. */
function createLayerDraw(
  target: CellTarget,
  layers: number,
  draw: Omit<CellDraw, 'primitives' | 'numbers'>,
): Draw {
  return createCellDraw(target, {
    ...draw,
    primitives: createStrips(target.size, layers),
    numbers: Array.from({ length: 2 * layers }, (_, i) => i >> 1),
  });
}

/** The fields that request a shading rate of 2x2 pixels, without forcing ordered draws to 1x1. */
const COARSE = getRateFields('1x1');

/** The number of layers of coarse fragments. Each sets four bits, one per pixel of a fragment. */
const COARSE_LAYERS = 8;
const FINE_LAYERS = 32;

/** Returns the parts of a cell that draws layers of 2x2-pixel fragments over a square of locations. */
function createFragmentParts(
  target: CellTarget,
  [name, emit]: readonly [name: string, emit: typeof emitCoarseLayer],
  layers: number,
  locations: number,
  getWord?: () => number,
): CellParts {
  const storage = getStorage('ssbo', target, locations, locations);
  const userData = [...storage.descriptor, locations];
  return {
    programs: [createCellProgram(target.dialect, name, emit(target.dialect, storage.descriptor))],
    draws: [createLayerDraw(target, layers, { userData, fields: COARSE })],
    ...createStorageMemory(storage, locations, { locations, perPixel: 1 }, getWord),
  };
}

/** The test's interlock modes in row order; `undefined` for shading-rate interlocks. */
const MODES: readonly (readonly [name: string, interlock: Interlock | undefined])[] = [
  ['pixel_ordered', 'pixel-ordered'],
  ['pixel_unordered', 'pixel-unordered'],
  ['sample_ordered', 'sample-ordered'],
  ['sample_unordered', 'sample-unordered'],
  ['shading_rate_ordered', undefined],
  ['shading_rate_unordered', undefined],
];

/** The sample count, sample shading and discards for each block of six rows. */
const BLOCKS: readonly (readonly [
  title: string,
  block: Pick<LayerCase, 'samples' | 'sampleShading' | 'discards'>,
])[] = [
  ['1x', { samples: 1, sampleShading: false, discards: false }],
  [
    '1x, with discards before, inside and after the section',
    { samples: 1, sampleShading: false, discards: true },
  ],
  ['4x without sample shading', { samples: 4, sampleShading: false, discards: false }],
  ['4x with sample shading', { samples: 4, sampleShading: true, discards: false }],
];

const NO_RATE_INTERLOCK = 'no driver reports the shading-rate interlock feature (pops.md 8)';

const ORDERED: LayerCase = {
  interlock: 'pixel-ordered',
  samples: 1,
  sampleShading: false,
  discards: false,
  resource: 'image',
};

function createLayerCell(
  name: string,
  title: string,
  layers: LayerCase,
  { fields, ...options }: CellOptions & { readonly fields?: FieldValues } = {},
): RunnableCell {
  return createCell(name, title, (target) => createLayerParts(target, layers, fields), options);
}

/** The cells of `dEQP-VK.fragment_shader_interlock.basic` (scenarios.md 1). */
export const CONFORMANCE_CELLS: readonly MatrixCell[] = [
  // Cells C01 to C24 use images.
  ...BLOCKS.flatMap(([conditions, block], blockIndex) =>
    MODES.map(([name, interlock], mode): MatrixCell => {
      const id = `C${String(blockIndex * MODES.length + mode + 1).padStart(2, '0')}`;
      const title = `${name}, ${conditions}: all bits of every layer are set in order`;
      if (interlock === undefined) return forbidCell(id, title, NO_RATE_INTERLOCK);
      // A shader that uses the sample number runs once per sample in any pipeline.
      const sampleShading = block.samples > 1 && (block.sampleShading || interlock.startsWith('sample'));
      return createLayerCell(id, title, { ...block, sampleShading, interlock, resource: 'image' });
    }),
  ),
  createLayerCell('C25', 'a buffer instead of the image, so that the waits use different counters', {
    ...ORDERED,
    resource: 'ssbo',
  }),
  createLayerCell('C26', 'a buffer instead of the image, with discards', {
    ...ORDERED,
    resource: 'ssbo',
    discards: true,
  }),
  createLayerCell('C27', '32 layers over 64x64 pixels; wave ids wrap at 63', ORDERED, {
    sizes: [64],
    // A layer that covers the whole area has more waves than the window allows. So all layers go into a single binning
    // batch and overlap one bin at a time.
    knobs: {
      ...LAYER_OVERLAP,
      idWrap: 63,
      idWindow: 40,
      binning: setting('binning', 'on'),
      binSize: 16,
      batchPrimitives: 2 * countLayers(ORDERED),
    },
  }),
  createCell(
    'C28',
    'coarse fragments sharing one word per 2x2 block of pixels under a pixel interlock: an application race, so no rule fires',
    // Fragments of different primitives may share the location of a block without sharing a pixel. A pixel interlock does
    // not order such fragments, so the final value of their location is undefined.
    (target) =>
      createFragmentParts(target, ['layers_coarse', emitCoarseLayer], COARSE_LAYERS, target.size / 2),
    { forbidden: NEVER_COARSE },
  ),
  createLayerCell(
    'C29',
    'a requested rate of 2x2 is forced to 1x1, because the device cannot combine shading rates with interlocks',
    { ...ORDERED, resource: 'ssbo' },
    {
      fields: { 'GE_VRS_RATE.RATE_X': 1, 'GE_VRS_RATE.RATE_Y': 1 },
      forbidden: {
        ...forGenerations(['gfx9', 'gfx10'], 'the hardware has no shading rates'),
        gfx11: 'the device combines shading rates with interlocks (pops.md 8); see C30',
      },
    },
  ),
  createCell(
    'C30',
    'coarse fragments are ordered at each of their pixels',
    (target) =>
      createFragmentParts(target, ['layers_fine', emitFineLayer], FINE_LAYERS, target.size, () => ALL_BITS),
    { forbidden: NEVER_COARSE },
  ),
];
