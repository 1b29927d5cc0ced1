import type { Gfx, WaveSize } from '../../arch/index.js';
import { type Dialect, dialectOf } from '../golden/dialect.js';
import { flatPrimitiveText } from '../golden/program-text.js';
import { entryText, exitText } from '../golden/protocol.js';
import { REGISTERS } from './shader.js';

const { offset, position, primitive } = REGISTERS;

/** Factor of the fold. */
export const FOLD_FACTOR = 31;

/** First bit of what a primitive's number says about how long its section lasts. */
export const DELAY_BIT = 16;

/** Where the rounds of a delay are kept. */
const DELAY = 's12';

/** Number of the primitive, and byte offset of the pixel's word among `width` (s4) a row. */
export function headText(gfx: Gfx, dialect: Dialect): string {
  return `${flatPrimitiveText(gfx, dialect, { value: primitive, loaded: 'v7' })}
  v_lshrrev_b32_e32 ${offset}, 16, ${position}
  v_and_b32_e32 v7, 0xffff, ${position}
  v_mul_lo_u32 ${offset}, ${offset}, s4
  ${dialect.add} ${offset}, ${offset}, v7
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}`;
}

/** Folds the primitive's number into the pixel's word: word * 31 + number. `between` comes between read and write. */
export function foldText({ add, load, store, loadBits, storeBits }: Dialect, between = ''): string {
  return `
  ${load} v8, ${offset}, s[0:3], 0 offen ${loadBits}
  s_waitcnt vmcnt(0)${between}
  v_mul_lo_u32 v8, v8, ${FOLD_FACTOR}
  ${add} v8, v8, ${primitive}
  ${store} v8, ${offset}, s[0:3], 0 offen ${storeBits}`;
}

/** A section that folds, and before its write goes round a loop as often as its wave's first primitive says. */
export function delayedFoldText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${headText(gfx, dialect)}
  v_lshrrev_b32_e32 v7, ${DELAY_BIT}, ${primitive}
  v_readfirstlane_b32 ${DELAY}, v7${entryText(gfx)}${foldText(dialect, delayText())}${exitText(gfx, dialect)}`;
}

function delayText(): string {
  return `
  s_cmp_eq_u32 ${DELAY}, 0
  s_cbranch_scc1 hurried
delay:
  s_sub_u32 ${DELAY}, ${DELAY}, 1
  s_cmp_lg_u32 ${DELAY}, 0
  s_cbranch_scc1 delay
hurried:`;
}
