import type { Gfx, WaveSize } from '../../arch/index.js';
import { type Dialect, emitEntry, emitExit, emitFlatPrimitive, getDialect } from '../dialect/index.js';
import { REGISTERS } from './shader.js';

const { offset, position, primitive } = REGISTERS;

/** The factor by which the fold multiplies a word. */
export const FOLD_FACTOR = 31;

/** The lowest bit of the loop iteration count in a primitive's number. The iterations delay its section. */
export const ROUNDS_BIT = 16;
/** The lowest bit of the sleep count in a primitive's number. The sleeps, of 512 clocks each, delay its section. */
export const SLEEPS_BIT = 24;
/** The maximum number of loop iterations and of sleeps. */
export const MAX_DELAY = 0xff;

/** The SGPR that counts the remaining loop iterations. */
const ROUNDS = 's12';
/** The SGPR that counts the remaining sleeps. */
const SLEEPS = 's13';

/**
 * Emits code that computes the primitive's number and the byte offset of the pixel's word, where s4 is the number of
 * words per row.
 */
export function emitPrimitiveAndOffset(gfx: Gfx, dialect: Dialect): string {
  return `${emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' })}
  v_lshrrev_b32_e32 ${offset}, 16, ${position}
  v_and_b32_e32 v7, 0xffff, ${position}
  v_mul_lo_u32 ${offset}, ${offset}, s4
  ${dialect.add} ${offset}, ${offset}, v7
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}`;
}

/**
 * Emits code that folds the primitive's number into the pixel's word: word * 31 + number. `between` is inserted between
 * the read and the write.
 */
export function emitWordFold({ add, load, store, waitLoads }: Dialect, between = ''): string {
  return `
  ${load('v8', offset)}
  ${waitLoads}${between}
  v_mul_lo_u32 v8, v8, ${FOLD_FACTOR}
  ${add} v8, v8, ${primitive}
  ${store('v8', offset)}`;
}

/**
 * Emits a section whose fold delays its write by a time encoded in the number of the wave's first primitive.
 *
 * @param roundsFirst whether to run the loop iterations before the section, which delays its start
 */
export function emitDelayedFold(gfx: Gfx, wave: WaveSize, roundsFirst = false): string {
  const dialect = getDialect(gfx, wave);
  const rounds = emitDelay(ROUNDS, 'rounds');
  const sleeps = emitDelay(SLEEPS, 'sleeps', '\n  s_sleep 8');
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_readfirstlane_b32 ${SLEEPS}, ${primitive}
  s_bfe_u32 ${ROUNDS}, ${SLEEPS}, 0x${((8 << 16) | ROUNDS_BIT).toString(16)}
  s_lshr_b32 ${SLEEPS}, ${SLEEPS}, ${SLEEPS_BIT}${roundsFirst ? rounds : ''}${emitEntry(gfx)}${emitWordFold(
    dialect,
    `${roundsFirst ? '' : rounds}${sleeps}`,
  )}${emitExit(gfx, dialect)}`;
}

/** Emits a loop that iterates `counter` times. */
function emitDelay(counter: string, label: string, body = ''): string {
  return `
  s_cmp_eq_u32 ${counter}, 0
  s_cbranch_scc1 no_${label}
${label}:${body}
  s_sub_u32 ${counter}, ${counter}, 1
  s_cmp_lg_u32 ${counter}, 0
  s_cbranch_scc1 ${label}
no_${label}:`;
}
