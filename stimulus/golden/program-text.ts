import type { Gfx, WaveSize } from '../../arch/index.js';
import {
  type Dialect,
  emitEnd,
  emitEntry,
  emitExit,
  emitFlatPrimitive,
  getDialect,
} from '../dialect/index.js';
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
    emitFlatPrimitive(gfx, dialect),
    hasDiscard ? emitDiscard(dialect) : '',
    emitOffset(dialect, getWordsPerPixel(mode) * 4),
    mode === GOLDEN_MODE.SAMPLE_FOLD ? emitFold(gfx, dialect) : emitList(gfx, dialect),
    emitExit(gfx, dialect),
    hasDiscard ? `\ndiscarded:${emitEnd(gfx)}` : '',
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

/** Emits code that sets v3, which holds x in bits [15:0] and y in bits [31:16], to (y * width + x) * bytes. */
function emitOffset({ add }: Dialect, bytes: number): string {
  return `
  v_lshrrev_b32_e32 v4, 16, v3
  v_and_b32_e32 v3, 0xffff, v3
  v_mul_lo_u32 v4, v4, s4
  ${add} v3, v3, v4
  v_mul_u32_u24_e32 v3, 0x${bytes.toString(16)}, v3`;
}

/** Emits code that counts the fragment and, while there is room, appends `primitive << 8 | coverage` to the entries. */
function emitList(gfx: Gfx, { add, load, store, mask, vcc, saved, waitLoads }: Dialect): string {
  return `
  v_lshl_or_b32 v1, v1, 8, v2${emitEntry(gfx)}
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
function emitFold(gfx: Gfx, dialect: Dialect): string {
  const { add, lowestBit, load, store, mask, exec, vcc, saved, waitLoads } = dialect;
  return `
  ${add} v1, 1, v1
  s_mov_${mask} ${saved}, ${exec}${emitEntry(gfx)}
sample:
  ${lowestBit} v4, v2
  v_lshl_add_u32 v4, v4, 2, v3
  ${load('v5', 'v4')}
  ${waitLoads}
  v_mul_lo_u32 v5, v5, 31
  ${add} v5, v5, v1
  ${store('v5', 'v4')}
  ${add} v4, -1, v2
  v_and_b32_e32 v2, v4, v2
  v_cmp_ne_u32_e32 ${vcc}, 0, v2
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz sample
  s_mov_${mask} ${exec}, ${saved}`;
}
