import type { Gfx } from '../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../since-generation.js';

/** Bits that drivers set in the first and third words for nearest filtering (corpus descriptors.json, `tex`). */
const NEAREST_BITS: SinceGeneration<readonly [number, number]> = {
  gfx9: [0x88000000, 0x44000000],
  gfx10: [0x08000000, 0x04000000],
};

/** Returns the four descriptor words of a sampler with repeat wrapping and nearest filtering. */
export function encodeSamplerDescriptor(gfx: Gfx): number[] {
  const [first, third] = getGenerationEntry(NEAREST_BITS, gfx);
  return [first, 0, third, 0];
}
