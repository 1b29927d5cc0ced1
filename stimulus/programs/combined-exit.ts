import type { Gfx, WaveSize } from '../../arch/index.js';
import { decodeForEditing, dropInstructions, replaceInstruction } from './edit.js';

/** `s_endpgm_ordered_ps_done` on the generations that have it (pops.md 4). */
const END_ORDERED = 0xbf9e0000;

/**
 * Replaces a program's messages, the waits directly before them, and its end instructions with
 * `s_endpgm_ordered_ps_done`, which waits for all counters and sends the message itself (S-090).
 */
export function combineExits(words: readonly number[], gfx: Gfx, wave: WaveSize): number[] {
  const program = decodeForEditing(words, gfx, wave);
  const { instructions } = program.decoded;
  const droppedIndices = instructions.flatMap(({ kind, index }) => {
    if (kind !== 'message') return [];
    const lastNonWait = instructions.slice(0, index).findLastIndex((other) => other.kind !== 'waitcnt');
    return Array.from({ length: index - lastNonWait }, (_, i) => lastNonWait + 1 + i);
  });
  return instructions
    .filter(({ kind }) => kind === 'end')
    .reduce(
      (changed, { index }) => replaceInstruction({ ...program, words: changed }, index, () => END_ORDERED),
      dropInstructions(program, droppedIndices),
    );
}
