import type { Gfx } from '../chips.js';
import { isAtLeast } from '../since-generation.js';
import type { Fields } from './formats/layout.js';
import { decodeOffset } from './offset-bits.js';
import type { MemoryRow } from './rows/memory-row.js';

/** How a flat, scratch or global access computes its address. */
export interface FlatAddressing {
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
