import type { WorkKind } from '../../transactions/index.js';
import { type Emission, emitFoldStep } from './emission.js';
import { VECTOR } from './registers.js';

/** The byte offset of the free space after the parameters in a wave's LDS. */
export const LDS_OFFSET = 4096;
/** The number of LDS bytes that programs use, starting at `LDS_OFFSET`. */
export const LDS_BYTES = 256;

export const TABLE_WORDS = 64;
/** The edge length, in texels, of the sampled part of the texture. */
export const TEXTURE_EDGE = 16;

/** The size of a tally in bytes: one word for even columns and one for odd columns. */
const TALLY_BYTES = 8;

/** The tallies that all fragments update: commutative operations, each with its operand. */
const TALLIES = [
  ['add', VECTOR.primitive],
  ['umax', VECTOR.position],
  ['xor', VECTOR.position],
] as const;

export const TOTAL_TALLY_BYTES = TALLIES.length * TALLY_BYTES;

const index = `v${VECTOR.scratch}`;
const row = `v${VECTOR.scratch + 1}`;
const value = `v${VECTOR.scratch + 2}`;
const { result, primitive } = VECTOR;

/** Code that computes a byte offset into the table from the result so far. */
const TABLE_OFFSET = `
  v_and_b32_e32 ${index}, ${TABLE_WORDS - 1}, ${result}
  v_lshlrev_b32_e32 ${index}, 2, ${index}`;

const emitResultFold = (emission: Emission, source: string): string =>
  emitFoldStep(emission, result, result, source);

/** The code for each kind of work. All but `tally` fold the values they read into the result. */
const WORK_EMITTERS: Readonly<Record<WorkKind, (emission: Emission) => string>> = {
  alu: (emission) => `
  v_lshl_add_u32 ${value}, ${result}, 3, ${primitive}
  v_xor_b32_e32 ${value}, ${VECTOR.position}, ${value}
  v_bfi_b32 ${value}, 63, ${value}, ${result}${emitResultFold(emission, value)}`,
  local: (emission) => {
    const upper = emission.wave === 64 ? `\n  v_mbcnt_hi_u32_b32 ${index}, -1, ${index}` : '';
    return `
  v_mbcnt_lo_u32_b32 ${index}, -1, 0${upper}
  v_lshlrev_b32_e32 ${index}, 2, ${index}
  ds_write_b32 ${index}, ${result} offset:${LDS_OFFSET}
  ds_read_b32 ${value}, ${index} offset:${LDS_OFFSET}
  ${emission.dialect.waitLocal}${emitResultFold(emission, value)}`;
  },
  exchange: (emission) => `
  ds_swizzle_b32 ${value}, ${result} offset:swizzle(SWAP,1)
  ${emission.dialect.waitLocal}${emitResultFold(emission, value)}`,
  table: (emission) => `${TABLE_OFFSET}
  ${emission.dialect.load(value, index, { descriptor: emission.scalars.table, bits: '' })}
  ${emission.dialect.waitLoads}${emitResultFold(emission, value)}`,
  texture: (emission) => `
  v_and_b32_e32 ${index}, ${TEXTURE_EDGE - 1}, ${result}
  v_bfe_u32 ${row}, ${result}, 4, 4
  image_load ${value}, ${emission.dialect.texel(VECTOR.scratch)}, ${emission.scalars.texture} ${emission.names.image}
  ${emission.dialect.waitLoads}${emitResultFold(emission, value)}`,
  uniform: (emission) => {
    const { scratch, table } = emission.scalars;
    return `
  v_readfirstlane_b32 ${scratch}, ${result}
  s_and_b32 ${scratch}, ${scratch}, ${4 * (TABLE_WORDS - 1)}
  s_buffer_load_dword ${scratch}, ${table}, ${scratch}
  ${emission.dialect.waitScalars}${emitResultFold(emission, scratch)}`;
  },
  pointer: (emission) => `${TABLE_OFFSET}
  global_load_dword ${value}, ${index}, ${emission.scalars.tableAddress}
  ${emission.dialect.waitLoads}${emitResultFold(emission, value)}`,
  tally: ({ scalars, dialect }) => `
  v_and_b32_e32 ${index}, 1, ${VECTOR.x}
  v_lshlrev_b32_e32 ${index}, 2, ${index}${TALLIES.map(
    ([operation, operand], i) => `
  global_atomic_${operation} ${index}, ${operand}, ${scalars.tallyAddress} offset:${i * TALLY_BYTES}`,
  ).join('')}
  ${dialect.waitStores}`,
};

/** Emits order-independent work, item by item. */
export function emitWork(emission: Emission, kinds: readonly WorkKind[]): string {
  return kinds.map((kind) => WORK_EMITTERS[kind](emission)).join('');
}
