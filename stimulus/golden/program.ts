import type { Gfx, WaveSize } from '../../arch/index.js';
import type { Program } from '../../transactions/index.js';
import type { Dialect } from '../dialect/index.js';
import { emitBitLoop, emitFlatPrimitive, emitFold, emitPixelIndex, getDialect } from '../dialect/index.js';
import { createOneBufferProgram } from '../kit/programs.js';
import { GOLDEN_MODE, type GoldenMode, getWordsPerPixel, LIST_ENTRIES } from './scene.js';

/**
 * Emits the shader for one mode of the golden scenes, in LLVM syntax. Initial registers: s[0:3] buffer descriptor, s4
 * width in pixels, s5 prim mask, s6 collision argument (absent on GFX11 and later); v[0:1] barycentrics, v2 sample
 * coverage, v3 pixel position. After the primitive and offset code, v1 is the primitive, and v3 is the byte offset of
 * the pixel's words.
 */
export function emitGoldenProgram(gfx: Gfx, wave: WaveSize, mode: GoldenMode): string {
  const dialect = getDialect(gfx, wave);
  const hasDiscard = mode === GOLDEN_MODE.DISCARD_LIST;
  return [
    emitFlatPrimitive(dialect),
    hasDiscard ? emitDiscard(dialect) : '',
    emitPixelIndex(dialect, 'v3', 'v4', 'v3'),
    `\n  v_mul_u32_u24_e32 v3, 0x${(getWordsPerPixel(mode) * 4).toString(16)}, v3`,
    mode === GOLDEN_MODE.SAMPLE_FOLD ? emitSampleFolds(dialect) : emitList(dialect),
    dialect.exit,
    hasDiscard ? `\ndiscarded:${dialect.sectionEnd}` : '',
  ].join('');
}

/** Emits code that turns off the lanes of discarded primitives. A wave with no lanes left ends before its section. */
function emitDiscard({ mask, exec, vcc }: Dialect): string {
  return `
  s_mov_b32 s7, 0x9e3779b1
  v_mul_lo_u32 v4, v1, s7
  v_lshrrev_b32_e32 v4, 16, v4
  v_and_b32_e32 v4, 1, v4
  v_cmp_eq_u32_e32 ${vcc}, 0, v4
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz discarded`;
}

/** Emits code that counts the fragment and, while there is room, appends `primitive << 8 | coverage` to the entries. */
function emitList({ entry, add, load, store, mask, vcc, saved, waitLoads }: Dialect): string {
  return `
  v_lshl_or_b32 v1, v1, 8, v2${entry}
  ${load('v4', 'v3')}
  ${waitLoads}
  ${add} v5, 1, v4
  ${store('v5', 'v3')}
  v_lshl_add_u32 v6, v4, 2, v3
  v_cmp_gt_u32_e32 ${vcc}, ${LIST_ENTRIES}, v4
  s_and_saveexec_${mask} ${saved}, ${vcc}
  ${store('v1', 'v6', { offset: 4 })}`;
}

/** Emits code that folds the primitive into the accumulator of each covered sample: acc * 31 + primitive + 1. */
function emitSampleFolds(dialect: Dialect): string {
  const { add, mask, exec, saved, entry } = dialect;
  return `
  ${add} v1, 1, v1
  s_mov_${mask} ${saved}, ${exec}${entry}${emitBitLoop(
    dialect,
    { label: 'sample', bits: 'v2', index: 'v4' },
    `
  v_lshl_add_u32 v4, v4, 2, v3${emitFold(dialect, { word: 'v5', address: 'v4', value: 'v1' })}`,
  )}
  s_mov_${mask} ${exec}, ${saved}`;
}

/** The names of the programs, by mode. */
const MODE_NAMES = ['golden_list', 'golden_fold', 'golden_list_discard'] as const;

/** Creates the program for one mode of the golden scenes. */
export function createGoldenProgram(gfx: Gfx, wave: WaveSize, mode: GoldenMode): Program {
  return createOneBufferProgram(gfx, MODE_NAMES[mode], emitGoldenProgram(gfx, wave, mode));
}
