import { describe, expect, it } from 'vitest';
import { Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { type GoldenCase, readGolden } from '../../support/golden-files.js';

const cases = readGolden();

describe('the rasteriser of the scan converter', () => {
  it.each([...new Set(cases.map((c) => c.class))])('covers what the GPU covered in class %s', (name) => {
    for (const scene of cases.filter((c) => c.class === name)) {
      const difference = rebuild(scene).findIndex((word, i) => word !== scene.expected[i]);
      expect(difference, `first differing word of a ${scene.width}x${scene.height} scene`).toBe(-1);
    }
  });
});

it('a rasteriser has no quads before its first outline, and afterwards those of the last one', () => {
  const rasteriser = Rasteriser.ofSamples(1);
  const area = { left: 0, top: 0, right: 4, bottom: 4 };
  expect(rasteriser.quadCount).toBe(0);
  rasteriser.rasterise([0, 0, 2048, 0, 0, 2048], 0, 0, area);
  expect(rasteriser.quadCount).toBe(4);
  rasteriser.rasterise([0, 0, 0, 0, 0, 0], 0, 1, area);
  expect(rasteriser.quadCount).toBe(0);
});

/** The storage buffer that primitive order and the rasteriser's coverage make of a scene. */
function rebuild(scene: GoldenCase): Uint32Array {
  const result = new Uint32Array(scene.expected.length);
  eachQuad(scene, (quads, at) => {
    for (let pixel = 0; pixel < 4; pixel++) {
      const mask = (quads[at + 3 + (pixel >> 1)] >>> ((pixel & 1) * 16)) & 0xffff;
      const place = (quads[at + 1] + (pixel >> 1)) * scene.width + quads[at] + (pixel & 1);
      if (mask !== 0) record(scene, result, place, quads[at + 2], mask);
    }
  });
  return result;
}

function record(
  scene: GoldenCase,
  result: Uint32Array,
  place: number,
  primitive: number,
  mask: number,
): void {
  if (scene.mode === 1) {
    for (let sample = 0; sample < scene.samples; sample++) {
      const at = place * 8 + sample;
      if ((mask >>> sample) & 1) result[at] = Math.imul(result[at], 31) + primitive + 1;
    }
    return;
  }
  const discarded = (Math.imul(primitive, 0x9e3779b1) >>> 16) & 1;
  if (scene.mode === 2 && discarded === 1) return;
  const count = ++result[place * 65];
  if (count <= 64) result[place * 65 + count] = (primitive << 8) | mask;
}

function eachQuad(scene: GoldenCase, visit: (quads: Int32Array, at: number) => void): void {
  const rasteriser = Rasteriser.ofSamples(scene.samples);
  const area = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  let primitive = 0;
  for (const draw of scene.draws) {
    for (let at = 0; at < draw.length; at += 6) {
      rasteriser.rasterise(draw, at, primitive++, area);
      for (let quad = 0; quad < rasteriser.quadCount; quad++) visit(rasteriser.quads, quad * QUAD_COLUMNS);
    }
  }
}
