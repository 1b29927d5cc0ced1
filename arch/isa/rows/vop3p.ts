import type { InstructionGroup } from '../../instruction-set.js';
import { maximum, minimum } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { type Operation, type VectorRow, vop2, vop3p } from './row.js';
import { everywhere, type Names, type Opcodes, onlyOn } from './row-base.js';

/** The destination of a mixed-precision result: a dword or half of one. */
type MixTarget = NonNullable<VectorRow['mix']>;

function makeMix(
  name: Names,
  opcode: Opcodes,
  mix: MixTarget,
  compute: Operation,
  group: InstructionGroup,
): VectorRow {
  const dst = mix === 'single' ? 'f32' : 'f16';
  return vop3p(name, opcode, [dst, 'f32', 'f32', 'f32'], compute, { mix, group });
}

/** A multiply-add whose product is rounded to 32 bits. The sum is rounded once, when it is written. */
const unfused: Operation = (a, b, c) => fusedMultiplyAdd(Math.fround(a * b), 1, c);

const MIXED: readonly VectorRow[] = [
  makeMix('v_fma_mix_f32', everywhere(0x20), 'single', fusedMultiplyAdd, 'fma-mix'),
  makeMix('v_fma_mixlo_f16', everywhere(0x21), 'low', fusedMultiplyAdd, 'fma-mix'),
  makeMix('v_fma_mixhi_f16', everywhere(0x22), 'high', fusedMultiplyAdd, 'fma-mix'),
  makeMix('v_mad_mix_f32', onlyOn('gfx9', 0x20), 'single', unfused, 'mad-mix'),
  makeMix('v_mad_mixlo_f16', onlyOn('gfx9', 0x21), 'low', unfused, 'mad-mix'),
  makeMix('v_mad_mixhi_f16', onlyOn('gfx9', 0x22), 'high', unfused, 'mad-mix'),
];

function makePacked(
  name: string,
  opcode: number,
  type: 'v2f16' | 'v2i16' | 'v2u16',
  sources: 2 | 3,
  compute: Operation,
): VectorRow {
  const types = Array.from({ length: sources + 1 }, () => type);
  return vop3p(name, everywhere(opcode), types, compute, type === 'v2f16' ? {} : { exact: compute });
}

/** The packed operations. `compute` applies to each half. */
const PACKED: readonly VectorRow[] = [
  makePacked('v_pk_mad_i16', 0x00, 'v2i16', 3, (a, b, c) => a * b + c),
  makePacked('v_pk_mul_lo_u16', 0x01, 'v2u16', 2, (a, b) => a * b),
  makePacked('v_pk_add_i16', 0x02, 'v2i16', 2, (a, b) => a + b),
  makePacked('v_pk_sub_i16', 0x03, 'v2i16', 2, (a, b) => a - b),
  makePacked('v_pk_lshlrev_b16', 0x04, 'v2u16', 2, (a, b) => b << (a & 15)),
  makePacked('v_pk_lshrrev_b16', 0x05, 'v2u16', 2, (a, b) => b >>> (a & 15)),
  makePacked('v_pk_ashrrev_i16', 0x06, 'v2i16', 2, (a, b) => b >> (a & 15)),
  makePacked('v_pk_max_i16', 0x07, 'v2i16', 2, (a, b) => Math.max(a, b)),
  makePacked('v_pk_min_i16', 0x08, 'v2i16', 2, (a, b) => Math.min(a, b)),
  makePacked('v_pk_mad_u16', 0x09, 'v2u16', 3, (a, b, c) => a * b + c),
  makePacked('v_pk_add_u16', 0x0a, 'v2u16', 2, (a, b) => a + b),
  makePacked('v_pk_sub_u16', 0x0b, 'v2u16', 2, (a, b) => a - b),
  makePacked('v_pk_max_u16', 0x0c, 'v2u16', 2, (a, b) => Math.max(a, b)),
  makePacked('v_pk_min_u16', 0x0d, 'v2u16', 2, (a, b) => Math.min(a, b)),
  makePacked('v_pk_fma_f16', 0x0e, 'v2f16', 3, fusedMultiplyAdd),
  makePacked('v_pk_add_f16', 0x0f, 'v2f16', 2, (a, b) => a + b),
  makePacked('v_pk_mul_f16', 0x10, 'v2f16', 2, (a, b) => a * b),
  makePacked('v_pk_min_f16', 0x11, 'v2f16', 2, minimum),
  makePacked('v_pk_max_f16', 0x12, 'v2f16', 2, maximum),
];

const PACKED_FMAC = vop2('v_pk_fmac_f16', { gfx10: 0x3c }, ['v2f16', 'v2f16', 'v2f16'], fusedMultiplyAdd, {
  tied: true,
  encodings: 'short',
});

/** Packed and mixed-precision operations. */
export const VOP3P_ROWS: readonly VectorRow[] = [...MIXED, ...PACKED, PACKED_FMAC];
