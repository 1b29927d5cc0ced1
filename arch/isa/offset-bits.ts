import type { Gfx } from '../chips.js';
import { isAtLeast, type SinceGeneration, sinceGeneration } from '../since-generation.js';

/** Width of the immediate offset of scalar, buffer and flat accesses. */
const BITS: SinceGeneration<Readonly<Record<'smem' | 'mubuf' | 'flat', number>>> = {
  gfx9: { smem: 21, mubuf: 12, flat: 13 },
  gfx10: { smem: 21, mubuf: 12, flat: 12 },
  gfx11: { smem: 21, mubuf: 12, flat: 13 },
  gfx12: { smem: 24, mubuf: 24, flat: 24 },
};

/** Formats with their own offset width. */
type OffsetFormat = keyof (typeof BITS)['gfx9'];

/** Field width of an immediate offset in bits. */
export function offsetBits(format: OffsetFormat, gfx: Gfx): number {
  return sinceGeneration(BITS, gfx)[format];
}

/** Value of an immediate offset; those of buffers are signed since GFX12. */
export function signedOffset(format: OffsetFormat, field: number, gfx: Gfx): number {
  if (format === 'mubuf' && !isAtLeast(gfx, 'gfx12')) return field;
  const unused = 32 - offsetBits(format, gfx);
  return (field << unused) >> unused;
}

/** The field encoding of a value. */
export function offsetField(format: OffsetFormat, value: number, gfx: Gfx): number {
  return value & (2 ** offsetBits(format, gfx) - 1);
}
