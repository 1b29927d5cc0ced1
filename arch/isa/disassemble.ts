import type { WaveSize } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { splitInstruction } from './decode/raw.js';
import { printRaw } from './print/index.js';

/** The text of a single instruction in LLVM's syntax, or the reason it could not be disassembled. */
export type DisassemblyResult = { readonly text: string } | { readonly reason: string };

/** Disassembles the words of a single instruction. Fails if any words are left over. */
export function disassembleWords(
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
): DisassemblyResult {
  const raw = splitInstruction(words, 0, set);
  if ('reason' in raw) return { reason: raw.reason };
  const remainingWords = words.length - raw.words.length;
  if (remainingWords > 0)
    return {
      reason: `an instruction of ${formatWordCount(raw.words.length)}, followed by ${formatWordCount(remainingWords)}`,
    };
  return { text: printRaw(raw, getGeneration(set), wave) };
}

function formatWordCount(count: number): string {
  return `${count} ${count === 1 ? 'word' : 'words'}`;
}
