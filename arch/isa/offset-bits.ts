import type { Gfx } from '../chips.js';
import { getGenerationEntry, isAtLeast, type SinceGeneration } from '../since-generation.js';

/** Width of the immediate offset in scalar, buffer and flat accesses. */
const BITS: SinceGeneration<Readonly<Record<'smem' | 'mubuf' | 'flat', number>>> = {
  gfx9: { smem: 21, mubuf: 12, flat: 13 },
  gfx10: { smem: 21, mubuf: 12, flat: 12 },
  gfx11: { smem: 21, mubuf: 12, flat: 13 },
  gfx12: { smem: 24, mubuf: 24, flat: 24 },
};

/** The formats whose immediate offset width is listed above. */
type OffsetFormat = keyof (typeof BITS)['gfx9'];

/** Returns the width of an immediate offset field in bits. */
export function getOffsetBits(format: OffsetFormat, gfx: Gfx): number {
  return getGenerationEntry(BITS, gfx)[format];
}

/** Returns the value of an immediate offset. Buffer offsets are signed on GFX12 and later. */
export function decodeOffset(format: OffsetFormat, field: number, gfx: Gfx): number {
  if (format === 'mubuf' && !isAtLeast(gfx, 'gfx12')) return field;
  const unused = 32 - getOffsetBits(format, gfx);
  return (field << unused) >> unused;
}

/** Encodes an offset as a field. */
export function encodeOffset(format: OffsetFormat, value: number, gfx: Gfx): number {
  return value & (2 ** getOffsetBits(format, gfx) - 1);
}
