import type { Gfx, WaveSize } from '../../../arch/index.js';
import { emitDoneMessage, emitEntry, emitExit, emitWaveEnd, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset, emitWordFold } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive, position } = REGISTERS;

/** The first SGPR of the result buffer's descriptor. */
const RESULT_DESCRIPTOR = 16;

/**
 * Emits a section that only reads. After the section, the value is stored to the buffer with the given descriptor.
 * On GFX11 and later, the section lasts until the last export (S-092, S-142).
 */
export function emitReaderSection(descriptor: readonly number[], gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { load, store, waitStores, waitLoads } = dialect;
  const moves = descriptor.map(
    (word, i) => `\n  s_mov_b32 s${RESULT_DESCRIPTOR + i}, 0x${(word >>> 0).toString(16)}`,
  );
  return `${emitPrimitiveAndOffset(gfx, dialect)}${moves.join('')}${emitEntry(gfx)}
  ${load('v8', offset)}
  ${waitLoads}${emitDoneMessage(gfx)}
  ${store('v8', offset, { descriptor: `s[${RESULT_DESCRIPTOR}:${RESULT_DESCRIPTOR + descriptor.length - 1}]` })}
  ${waitStores}${emitWaveEnd(gfx)}`;
}

/** Emits a section that folds into one of two words. The primitive, rather than the pixel, selects the word. */
export function emitStructuredFold(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_and_b32_e32 ${offset}, 1, ${primitive}
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}${emitEntry(gfx)}${emitWordFold(dialect)}${emitExit(gfx, dialect)}`;
}

/** Emits a section that folds into a word shared by neighbouring quads, which are not ordered (S-088). */
export function emitVoxelFold(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_and_b32_e32 ${offset}, -9, ${offset}${emitEntry(gfx)}${emitWordFold(dialect)}${emitExit(gfx, dialect)}`;
}

/** Emits the fold without a section, for draws that are ordered by other means. */
export function emitUnsynchronisedFold(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}${emitWordFold(dialect)}
  ${dialect.waitStores}${emitWaveEnd(gfx)}`;
}

/** Emits a fold for one primitive in four, in every fourth column. */
export function emitSparseFold(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { mask, exec, vcc, saved } = dialect;
  return `${emitPrimitiveAndOffset(gfx, dialect)}
  v_or_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 3, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz merged${emitEntry(gfx)}${emitWordFold(dialect)}
merged:
  s_mov_${mask} ${exec}, ${saved}${emitExit(gfx, dialect)}`;
}
