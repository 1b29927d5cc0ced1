import type { Gfx, WaveSize } from '../../../arch/index.js';
import { dialectOf, entryText, exitText, leaveText, messageText } from '../../dialect/index.js';
import { foldText, primitiveAndOffsetText } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive, position } = REGISTERS;

/** The first SGPR of the result buffer's descriptor. */
const RESULT_DESCRIPTOR = 16;

/**
 * Emits a section that only reads. After it, the value is stored to other memory, given by `descriptor`.
 * On GFX11 and later, the section lasts until the last export (S-092, S-142).
 */
export function readerText(descriptor: readonly number[], gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { load, store, waitStores, waitLoads } = dialect;
  const moves = descriptor.map(
    (word, i) => `\n  s_mov_b32 s${RESULT_DESCRIPTOR + i}, 0x${(word >>> 0).toString(16)}`,
  );
  return `${primitiveAndOffsetText(gfx, dialect)}${moves.join('')}${entryText(gfx)}
  ${load('v8', offset)}
  ${waitLoads}${messageText(gfx)}
  ${store('v8', offset, { descriptor: `s[${RESULT_DESCRIPTOR}:${RESULT_DESCRIPTOR + descriptor.length - 1}]` })}
  ${waitStores}${leaveText(gfx)}`;
}

/** Emits a section whose word depends on the primitive instead of the pixel, so every other primitive shares it. */
export function structuredText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${primitiveAndOffsetText(gfx, dialect)}
  v_and_b32_e32 ${offset}, 1, ${primitive}
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}${entryText(gfx)}${foldText(dialect)}${exitText(gfx, dialect)}`;
}

/** Emits a section whose word is shared by neighbouring quads, which are not ordered (S-088). */
export function voxelText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${primitiveAndOffsetText(gfx, dialect)}
  v_and_b32_e32 ${offset}, -9, ${offset}${entryText(gfx)}${foldText(dialect)}${exitText(gfx, dialect)}`;
}

/** Emits the fold without a section, for draws that are ordered by other means. */
export function unsynchronisedText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${primitiveAndOffsetText(gfx, dialect)}${foldText(dialect)}
  ${dialect.waitStores}${leaveText(gfx)}`;
}

/** Emits a fold for one primitive in four, in every fourth column. */
export function sparseFoldText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { mask, exec, vcc, saved } = dialect;
  return `${primitiveAndOffsetText(gfx, dialect)}
  v_or_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 3, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz merged${entryText(gfx)}${foldText(dialect)}
merged:
  s_mov_${mask} ${exec}, ${saved}${exitText(gfx, dialect)}`;
}
