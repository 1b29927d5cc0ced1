import { decodeProgram, printInstruction } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { pick, type Target } from './real-programs.js';
import type { Tally } from './tally.js';

/** Number of words per case, decoded as one program. */
export const WORDS_PER_CASE = 1000;

/** Maximum number of bits flipped in a word. */
const MAX_FLIPS = 4;

/** Decodes and prints a program of random words, about half of them real words with a few bits flipped. */
export function runWordsCase(random: RandomStream, targets: readonly Target[], tally: Tally): void {
  const { gfx, wave, programs } = pick(random, targets);
  const words = Array.from({ length: WORDS_PER_CASE }, () =>
    random.below(2) === 0 ? random.nextUint32() : flipBits(random, pick(random, pick(random, programs))),
  );
  const { instructions } = decodeProgram(words, gfx, wave);
  for (const instruction of instructions) {
    if (printInstruction(instruction, gfx, wave) === '')
      throw new Error('an instruction prints as an empty string');
    if (instruction.kind === 'illegal') tally.addReason('decoding words', instruction.reason ?? '');
    else tally.add('decoding words', 'an instruction');
  }
}

/** Returns the word with one to four bits flipped. */
export function flipBits(random: RandomStream, word: number): number {
  let flipped = word;
  for (let remaining = 1 + random.below(MAX_FLIPS); remaining > 0; remaining--)
    flipped ^= 1 << random.below(32);
  return flipped >>> 0;
}
