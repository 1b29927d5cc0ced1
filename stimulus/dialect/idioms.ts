import type { Dialect } from './dialect.js';

/** Formats one VGPR, or a range of them. */
export const vectors = (first: number, count = 1): string =>
  count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;

/** Like `vectors`, for SGPRs. */
export const scalars = (first: number, count = 1): string =>
  count === 1 ? `s${first}` : `s[${first}:${first + count - 1}]`;

/**
 * Emits code that turns the position (x in bits [15:0], y in bits [31:16]) into the pixel's index y * s4 + x. `row` and
 * `column` are clobbered; the index is left in `column` if that is the position's register, otherwise in `row`.
 */
export function emitPixelIndex({ add }: Dialect, position: string, row: string, column: string): string {
  const [to, other] = column === position ? [column, row] : [row, column];
  return `
  v_lshrrev_b32_e32 ${row}, 16, ${position}
  v_and_b32_e32 ${column}, 0xffff, ${position}
  v_mul_lo_u32 ${row}, ${row}, s4
  ${add} ${to}, ${to}, ${other}`;
}

/**
 * Emits code that folds the register `value` into the word of memory at the offset in `address`: word * `factor` + value.
 * `between` is inserted between the read and the write.
 */
export function emitFold(
  { add, load, store, waitLoads }: Dialect,
  { word, address, value }: Readonly<Record<'word' | 'address' | 'value', string>>,
  { factor = 31, between = '' } = {},
): string {
  return `
  ${load(word, address)}
  ${waitLoads}${between}
  v_mul_lo_u32 ${word}, ${word}, ${factor}
  ${add} ${word}, ${word}, ${value}
  ${store(word, address)}`;
}

/**
 * Emits a loop that runs `body` for each set bit of every lane, lowest first, until all lanes are done. `bits` holds the
 * mask, which is consumed, and `index` the number of its lowest set bit.
 */
export function emitBitLoop(
  { add, lowestBit, mask, exec, vcc }: Dialect,
  {
    label,
    bits,
    index,
    scratch = index,
  }: Readonly<Record<'label' | 'bits' | 'index', string>> & { scratch?: string },
  body: string,
): string {
  return `
${label}:
  ${lowestBit} ${index}, ${bits}${body}
  ${add} ${scratch}, -1, ${bits}
  v_and_b32_e32 ${bits}, ${scratch}, ${bits}
  v_cmp_ne_u32_e32 ${vcc}, 0, ${bits}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${label}`;
}

/** Emits code that sets consecutive scalar registers to constant words, such as those of a descriptor. */
export function setScalars(first: number, words: readonly number[]): string {
  return words.map((word, i) => `\n  s_mov_b32 s${first + i}, 0x${(word >>> 0).toString(16)}`).join('');
}
