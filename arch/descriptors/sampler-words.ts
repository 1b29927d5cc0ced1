import type { Gfx } from '../chips.js';

/** Filter bits that drivers set for the nearest texel, in the third word (corpus descriptors.json, `tex`). */
const NEAREST: Readonly<Record<Gfx, readonly [number, number]>> = {
  gfx9: [0x88000000, 0x44000000],
  gfx10: [0x08000000, 0x04000000],
  'gfx10.3': [0x08000000, 0x04000000],
  gfx11: [0x08000000, 0x04000000],
};

/** Four words of a sampler that repeats an image and takes the nearest texel. */
export function samplerDescriptorWords(gfx: Gfx): number[] {
  const [first, third] = NEAREST[gfx];
  return [first, 0, third, 0];
}
