import { type Dialect, emitBitLoop, emitFlatPrimitive, emitFold, formatExport } from '../dialect/index.js';

/** Log2 of the sample stride in bytes. */
const SAMPLE_SHIFT = 2;
/** Log2 of the pixel stride in bytes. */
export const PIXEL_SHIFT = 6;
/** Log2 of the row stride in bytes. */
export const ROW_SHIFT = 11;

/** The float 64.0, by which the first barycentric is multiplied before it is converted to an integer. */
const SCALE = '0x42800000';

/** The float 0.125. */
export const EIGHTH = '0x3e000000';

/** Code that adds the fragment's shading position in the triangle to the folded value. */
const POSITION = `
  v_mul_f32_e32 v0, ${SCALE}, v0
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
 * @param options.hasPosition if false, only the primitive's number is folded
 */
export function emitCoverageFold(dialect: Dialect, { factor = 31, hasPosition = true } = {}): string {
  return emitFoldProgram(dialect, { factor, before: hasPosition ? POSITION : '' });
}

/** Generates a section that folds its primitive's number, after running the code of `before`. */
export function emitFoldProgram(
  dialect: Dialect,
  { before = '', ...fold }: { readonly before?: string; readonly factor?: number; readonly entry?: string },
): string {
  return `
  ${emitPosition(dialect)}
  ${before}
  ${emitSampleFold(dialect, fold)}
  ${dialect.exit}`;
}

/**
 * Emits code that computes the row in v5, the column in v8, log2 of the fragment width in v6, and the primitive's
 * number in v1.
 */
export function emitPosition(dialect: Dialect): string {
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v8, 0xffff, v4
  v_bfe_u32 v6, v2, 2, 2
  ${emitFlatPrimitive(dialect)}`;
}

/**
 * Generates a section, except for its exit, that folds v1 into the word of each covered sample; it follows
 * `emitPosition`. Clobbers v3, v4, v7, v9 and v10.
 */
export function emitSampleFold(dialect: Dialect, { factor = 31, entry = dialect.entry } = {}): string {
  const { add, mask, exec, saved } = dialect;
  return `
  s_mov_${mask} ${saved}, ${exec}
  ${entry}
  ${emitBitLoop(
    dialect,
    { label: 'bit', bits: 'v3', index: 'v4' },
    `
  v_bfe_u32 v9, v4, 0, s4
  v_lshrrev_b32_e32 v7, s4, v4
  v_lshrrev_b32_e32 v10, v6, v7
  v_bfe_u32 v7, v7, 0, v6
  ${add} v7, v7, v8
  ${add} v10, v10, v5
  v_lshlrev_b32_e32 v10, ${ROW_SHIFT}, v10
  v_lshl_add_u32 v7, v7, ${PIXEL_SHIFT}, v10
  v_lshl_add_u32 v7, v9, ${SAMPLE_SHIFT}, v7
  ${emitFold(dialect, { word: 'v9', address: 'v7', value: 'v1' }, { factor })}`,
  )}
  s_mov_${mask} ${exec}, ${saved}`;
}

/**
 * Generates a shader with the same registers as `emitCoverageFold` but without a section. It reads its primitive and
 * accesses no memory.
 */
export function emitSectionless(dialect: Dialect): string {
  return `${emitFlatPrimitive(dialect)}${dialect.waveEnd}`;
}

/**
 * Like `emitSectionless`, but the shader exports a depth in eighths and a stencil reference and operand, all computed
 * from its primitive.
 */
export function emitSectionlessDepth(dialect: Dialect): string {
  return `
  ${emitFlatPrimitive(dialect)}
  v_and_b32_e32 v5, 7, v1
  v_cvt_f32_u32_e32 v5, v5
  v_mul_f32_e32 v5, ${EIGHTH}, v5
  v_lshl_or_b32 v6, v1, 7, v1
  ${formatExport(dialect.gfx, 'mrtz', 'v5, v6, off, off', { isLast: true })}
  s_endpgm`;
}

/** Like `emitSectionless`, but the shader stores its primitive in the first word of each pixel without any ordering. */
export function emitSectionlessStore(dialect: Dialect): string {
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v8, 0xffff, v4
  ${emitFlatPrimitive(dialect)}
  v_lshlrev_b32_e32 v5, ${ROW_SHIFT}, v5
  v_lshl_add_u32 v5, v8, ${PIXEL_SHIFT}, v5
  ${dialect.store('v1', 'v5')}
  ${dialect.waveEnd}`;
}
