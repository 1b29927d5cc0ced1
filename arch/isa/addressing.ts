import type { Gfx } from '../chips.js';
import { getGenerationEntry, isAtLeast, type SinceGeneration } from '../since-generation.js';
import type { Fields } from './formats/layout.js';
import type { MemoryRow } from './rows/memory-row.js';

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

interface FlatAddressing {
  /** Number of address VGPRs: none, one for a 32-bit offset, or two for a 64-bit address. */
  readonly vgprs: 0 | 1 | 2;
  readonly usesScalar: boolean;
  /** The byte offset, sign-extended if the format is signed. */
  readonly offset: number;
}

/** Value of `saddr` that means "no scalar register". */
const NO_REGISTER = 0x7f;
const NULL_GFX10 = 0x7d;
const NULL_GFX11 = 0x7c;

function usesScalarAddress(saddr: number, gfx: Gfx): boolean {
  if (isAtLeast(gfx, 'gfx11')) return saddr !== NULL_GFX11;
  return saddr !== NO_REGISTER && (gfx === 'gfx9' || saddr !== NULL_GFX10);
}

function usesVectorAddress(fields: Fields, gfx: Gfx): boolean {
  if (isAtLeast(gfx, 'gfx11')) return fields.sve !== 0;
  if (gfx === 'gfx9') return fields.saddr === NO_REGISTER;
  return fields.saddr === NULL_GFX10 || (gfx === 'gfx10' && fields.saddr === NO_REGISTER);
}

/** Returns the byte offset. Before GFX12, flat accesses have an unsigned offset, whose highest bit is always zero. */
function getOffset(fields: Fields, segment: MemoryRow['segment'], gfx: Gfx): number {
  if (segment === 'flat' && !isAtLeast(gfx, 'gfx12')) return fields.offset;
  return decodeOffset('flat', fields.offset, gfx);
}

/** Returns an access's address inputs. On GFX10.3 and later, scratch accesses may have no address registers. */
export function resolveFlatAddressing(row: MemoryRow, fields: Fields, gfx: Gfx): FlatAddressing {
  const offset = getOffset(fields, row.segment, gfx);
  if (row.segment === 'flat') return { vgprs: 2, usesScalar: false, offset };
  const usesScalar = usesScalarAddress(fields.saddr, gfx);
  if (row.segment === 'scratch') return { vgprs: usesVectorAddress(fields, gfx) ? 1 : 0, usesScalar, offset };
  return { vgprs: usesScalar ? 1 : 2, usesScalar, offset };
}

/** The first out-of-range address. Byte addresses have 48 bits, which a double represents exactly. */
export const ADDRESS_LIMIT = 2 ** 48;

/**
 * Combines a register pair into an address: `low` holds the low 32 bits, and the low half of `high` holds the high 16
 * bits.
 */
export function joinAddress(low: number, high: number): number {
  return (low >>> 0) + (high & 0xffff) * 2 ** 32;
}

/** Adds a signed or unsigned byte offset to an address, modulo 2^48. */
export function advance(address: number, offset: number): number {
  const sum = address + offset;
  if (sum >= ADDRESS_LIMIT) return sum - ADDRESS_LIMIT;
  return sum < 0 ? sum + ADDRESS_LIMIT : sum;
}
