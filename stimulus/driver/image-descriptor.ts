import type { Gfx, SinceGeneration } from '../../arch/index.js';
import { getGenerationEntry } from '../../arch/index.js';

/** The width and height of an image in texels. */
const IMAGE_EDGE = 128;
/** The row pitch of an image in bytes. */
export const IMAGE_PITCH = 4 * IMAGE_EDGE;

/** Words 1 to 7 of a linear r32ui image descriptor of this size, as written by drivers (descriptors.json, `img`). */
const WORDS: SinceGeneration<readonly number[]> = {
  gfx9: [0x1040_0000, 0x401f_c07f, 0x9000_0204, 0x200f_e000, 0, 0, 0],
  gfx10: [0xc140_0000, 0x801f_c01f, 0x9200_0204, 0, 0x0040_0000, 0, 0],
  gfx11: [0xc140_0000, 0x001f_c01f, 0x9200_0204, 0, 0x0040_0000, 0, 0],
  gfx12: [0xc028_0000, 0x001f_c01f, 0x9200_0204, 0x0000_007f, 0x0040_0000, 0x0030_8000, 0],
};

/** The granularity of addresses in bytes; eight bits of the address are in word 1. */
const ADDRESS_UNIT = 256;

/** Encodes the descriptor of a linear r32ui image with `IMAGE_EDGE` texels per side at a 256-byte-aligned address. */
export function encodeLinearImageDescriptor(gfx: Gfx, address: number): number[] {
  const units = address / ADDRESS_UNIT;
  const [word1, ...rest] = getGenerationEntry(WORDS, gfx);
  return [units % 2 ** 32, (word1 | Math.floor(units / 2 ** 32)) >>> 0, ...rest];
}
