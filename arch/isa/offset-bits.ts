import type { Gfx } from '../chips.js';
import { getGenerationEntry, isAtLeast, type SinceGeneration } from '../since-generation.js';

/** Width in bits of the immediate offset of scalar, buffer and flat accesses. */
const OFFSET_BITS: SinceGeneration<Readonly<Record<'smem' | 'mubuf' | 'flat', number>>> = {
  gfx9: { smem: 21, mubuf: 12, flat: 13 },
  gfx10: { smem: 21, mubuf: 12, flat: 12 },
  gfx11: { smem: 21, mubuf: 12, flat: 13 },
  gfx12: { smem: 24, mubuf: 24, flat: 24 },
};

/** The formats listed above. */
type OffsetFormat = keyof (typeof OFFSET_BITS)['gfx9'];

/** Returns the width in bits of an immediate offset field. */
export function getOffsetBits(format: OffsetFormat, gfx: Gfx): number {
  return getGenerationEntry(OFFSET_BITS, gfx)[format];
}

/** Returns the value of an immediate offset. Buffer offsets are signed on GFX12 and later. */
export function decodeOffset(format: OffsetFormat, field: number, gfx: Gfx): number {
  if (format === 'mubuf' && !isAtLeast(gfx, 'gfx12')) return field;
  const unusedBits = 32 - getOffsetBits(format, gfx);
  return (field << unusedBits) >> unusedBits;
}

/** Returns the field value that encodes an offset, truncated to the width of the field. */
export function encodeOffset(format: OffsetFormat, value: number, gfx: Gfx): number {
  return value & (2 ** getOffsetBits(format, gfx) - 1);
}
