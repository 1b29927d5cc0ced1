import type { Gfx, WaveSize } from '../../../arch/index.js';
import { dialectOf } from '../../golden/dialect.js';
import { entryText, exitText, leaveText } from '../../golden/protocol.js';
import { foldText, headText } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive, position } = REGISTERS;

/** Byte distance from the word that a reader reads to the one that it leaves what it read in: behind the area. */
export function readersOffset(size: number): number {
  return 4 * size * size;
}

/** A section that only reads; what it read goes to a word of its own behind the section (S-142). */
export function readerText(size: number, gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { load, store, loadBits, storeBits, add } = dialect;
  return `${headText(gfx, dialect)}
  v_mov_b32_e32 v9, 0x${readersOffset(size).toString(16)}
  ${add} v9, ${offset}, v9${entryText(gfx)}
  ${load} v8, ${offset}, s[0:3], 0 offen ${loadBits}
  s_waitcnt vmcnt(0)
  ${store} v8, v9, s[0:3], 0 offen ${storeBits}${exitText(gfx, dialect)}`;
}

/** A section whose word follows from the primitive, not from the pixel: several pixels share it. */
export function structuredText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${headText(gfx, dialect)}
  v_and_b32_e32 ${offset}, 3, ${primitive}
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}${entryText(gfx)}${foldText(dialect)}${exitText(gfx, dialect)}`;
}

/** A section whose word is that of every other pixel: neighbours share it, and nothing orders them (S-088). */
export function voxelText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${headText(gfx, dialect)}
  v_and_b32_e32 ${offset}, -8, ${offset}${entryText(gfx)}${foldText(dialect)}${exitText(gfx, dialect)}`;
}

/** The fold without a section: somebody else keeps the order. */
export function unsynchronisedText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${headText(gfx, dialect)}${foldText(dialect)}
  ${dialect.waitStores}${leaveText(gfx)}`;
}

/** A fold that one in four primitives enters, in one lane column of them. */
export function fewText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { mask, exec, vcc, saved } = dialect;
  return `${headText(gfx, dialect)}
  v_or_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 3, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz merged${entryText(gfx)}${foldText(dialect)}
merged:
  s_mov_${mask} ${exec}, ${saved}${exitText(gfx, dialect)}`;
}
