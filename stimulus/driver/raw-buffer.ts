import type { Gfx, SinceGeneration } from '../../arch/index.js';
import { sinceGeneration } from '../../arch/index.js';

/** Word 3 of a raw buffer's descriptor, as drivers write it (corpus descriptors.json, `buf`). */
const DESCRIPTOR_WORD_3: SinceGeneration<number> = {
  gfx9: 0x00027fac,
  gfx10: 0x31016fac,
  gfx11: 0x30016fac,
};

/** Descriptor of a raw buffer without stride. */
export function rawBufferDescriptor(gfx: Gfx, address: number, bytes: number): number[] {
  return [
    address % 2 ** 32,
    Math.floor(address / 2 ** 32) & 0xffff,
    bytes,
    sinceGeneration(DESCRIPTOR_WORD_3, gfx),
  ];
}
