import type { Dialect } from './dialect.js';

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

/** The registers of a fold: the word, the register with its address, and the value that is folded in. */
export interface FoldRegisters {
  readonly word: string;
  readonly address: string;
  readonly value: string;
}

/**
 * Emits code that folds a value into a word of memory: word * `factor` + value. `between` is inserted between the read
 * and the write.
 */
export function emitFold(
  { add, load, store, waitLoads }: Dialect,
  { word, address, value }: FoldRegisters,
  { factor = 31, between = '' } = {},
): string {
  return `
  ${load(word, address)}
  ${waitLoads}${between}
  v_mul_lo_u32 ${word}, ${word}, ${factor}
  ${add} ${word}, ${word}, ${value}
  ${store(word, address)}`;
}

/** The registers of a loop over bits: the mask, which is consumed, and the index of its lowest set bit. */
export interface BitLoop {
  readonly label: string;
  readonly bits: string;
  readonly index: string;
  /** A scratch register; by default, the index's. */
  readonly scratch?: string;
}

/** Emits a loop that runs `body` for each set bit of every lane, lowest first, until all lanes are done. */
export function emitBitLoop(dialect: Dialect, loop: BitLoop, body: string): string {
  const { add, lowestBit, mask, exec, vcc } = dialect;
  const { label, bits, index, scratch = index } = loop;
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
