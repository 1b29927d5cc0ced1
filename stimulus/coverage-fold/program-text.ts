import type { Gfx, WaveSize } from '../../arch/index.js';
import {
  emitEntry,
  emitExit,
  emitFlatPrimitive,
  emitWaveEnd,
  formatExport,
  getDialect,
} from '../dialect/index.js';

/** Log2 of the sample stride in bytes. */
const SAMPLE_SHIFT = 2;
/** Log2 of the pixel stride in bytes. */
export const PIXEL_SHIFT = 6;
/** Log2 of the row stride in bytes. */
export const ROW_SHIFT = 11;

/** The number of VGPRs that the program uses. */
export const VGPRS = 16;

/** The factor by which a word is multiplied before a primitive is added. */
const FOLD_FACTOR = 31;

/** The float 64.0, by which the first barycentric is multiplied before it is converted to an integer. */
const SCALE = 0x42800000;

/** The float 0.125. */
const EIGHTH = 0x3e000000;

/** Code that adds the fragment's shading position in the triangle to the folded value. */
const POSITION = `
  v_mul_f32_e32 v0, 0x${SCALE.toString(16)}, v0
  v_cvt_i32_f32_e32 v0, v0
  v_lshl_add_u32 v1, v0, 12, v1`;

/**
 * Generates a section that folds its primitive into one word for each bit set in its coverage mask: the word of that
 * bit's fine pixel and sample. It therefore touches only words that its fragment covers.
 *
 * Initial registers: s[0:3] buffer descriptor, s4 log2 of the sample count, s5 primitive mask, s6 collision argument
 * (absent on GFX11 and later); v[0:1] barycentrics, v2 ancillary, v3 sample coverage, v4 position. The folded value is
 * the primitive's number plus 4096 * trunc(64 * I), where I is the first barycentric: word = word * `factor` + value.
 *
 * @param hasPosition if false, only the primitive's number is folded
 */
export function emitCoverageFold(gfx: Gfx, wave: WaveSize, factor = FOLD_FACTOR, hasPosition = true): string {
  return `${emitPosition(gfx, wave)}${hasPosition ? POSITION : ''}${emitSampleFold(gfx, wave, factor)}${emitExit(gfx, getDialect(gfx, wave))}`;
}

/**
 * Emits code that computes the row in v5, the column in v8, log2 of the fragment width in v6, and the primitive's
 * number in v1.
 */
export function emitPosition(gfx: Gfx, wave: WaveSize): string {
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v8, 0xffff, v4
  v_bfe_u32 v6, v2, 2, 2${emitFlatPrimitive(gfx, getDialect(gfx, wave))}`;
}

/**
 * Generates a section, except for its exit, that folds v1 into the word of each covered sample; it follows
 * `emitPosition`. Clobbers v3, v4, v7, v9 and v10.
 */
export function emitSampleFold(
  gfx: Gfx,
  wave: WaveSize,
  factor = FOLD_FACTOR,
  entry = emitEntry(gfx),
): string {
  const dialect = getDialect(gfx, wave);
  const { add, lowestBit, load, store, mask, exec, vcc, saved, waitLoads } = dialect;
  return `
  s_mov_${mask} ${saved}, ${exec}${entry}
bit:
  ${lowestBit} v4, v3
  v_bfe_u32 v9, v4, 0, s4
  v_lshrrev_b32_e32 v7, s4, v4
  v_lshrrev_b32_e32 v10, v6, v7
  v_bfe_u32 v7, v7, 0, v6
  ${add} v7, v7, v8
  ${add} v10, v10, v5
  v_lshlrev_b32_e32 v10, ${ROW_SHIFT}, v10
  v_lshl_add_u32 v7, v7, ${PIXEL_SHIFT}, v10
  v_lshl_add_u32 v7, v9, ${SAMPLE_SHIFT}, v7
  ${load('v9', 'v7')}
  ${waitLoads}
  v_mul_lo_u32 v9, v9, ${factor}
  ${add} v9, v9, v1
  ${store('v9', 'v7')}
  ${add} v4, -1, v3
  v_and_b32_e32 v3, v4, v3
  v_cmp_ne_u32_e32 ${vcc}, 0, v3
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz bit
  s_mov_${mask} ${exec}, ${saved}`;
}

/**
 * Generates a shader with the same registers as `emitCoverageFold` but without a section. It reads its primitive and
 * accesses no memory.
 */
export function emitShaderWithoutSection(gfx: Gfx, wave: WaveSize): string {
  return `${emitFlatPrimitive(gfx, getDialect(gfx, wave))}${emitWaveEnd(gfx)}`;
}

/**
 * Like `emitShaderWithoutSection`, but the shader exports a depth in eighths and a stencil reference and operand, all
 * computed from its primitive.
 */
export function emitDepthShaderWithoutSection(gfx: Gfx, wave: WaveSize): string {
  return `${emitFlatPrimitive(gfx, getDialect(gfx, wave))}
  v_and_b32_e32 v5, 7, v1
  v_cvt_f32_u32_e32 v5, v5
  v_mul_f32_e32 v5, 0x${EIGHTH.toString(16)}, v5
  v_lshl_or_b32 v6, v1, 7, v1
  ${formatExport(gfx, 'mrtz', 'v5, v6, off, off', { isLast: true })}
  s_endpgm`;
}

/**
 * Like `emitShaderWithoutSection`, but the shader stores its primitive in the first word of each pixel without any
 * ordering.
 */
export function emitStoreShaderWithoutSection(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v8, 0xffff, v4${emitFlatPrimitive(gfx, dialect)}
  v_lshlrev_b32_e32 v5, ${ROW_SHIFT}, v5
  v_lshl_add_u32 v5, v8, ${PIXEL_SHIFT}, v5
  ${dialect.store('v1', 'v5')}${emitWaveEnd(gfx)}`;
}
