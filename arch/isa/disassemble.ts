import type { WaveSize } from '../chips.js';
import { generationOf, type InstructionSet } from '../instruction-set.js';
import { splitInstruction } from './decode/raw.js';
import { printRaw } from './print/index.js';

/** LLVM's text for exactly one instruction, or the reason why the words are not one. */
export type Disassembled = { readonly text: string } | { readonly reason: string };

/** Disassembles the words of a single instruction. Leftover words count as a failure. */
export function disassembleWords(
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
): Disassembled {
  const raw = splitInstruction(words, 0, set);
  if ('reason' in raw) return { reason: raw.reason };
  const wordsLeft = words.length - raw.words.length;
  if (wordsLeft > 0)
    return {
      reason: `an instruction of ${wordCount(raw.words.length)}, followed by ${wordCount(wordsLeft)}`,
    };
  return { text: printRaw(raw, generationOf(set), wave) };
}

function wordCount(count: number): string {
  return `${count} ${count === 1 ? 'word' : 'words'}`;
}
