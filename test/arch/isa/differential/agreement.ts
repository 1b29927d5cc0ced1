import type { WaveSize } from '../../../../arch/chips.js';
import { assembleLines } from '../../../../arch/index.js';
import { generationOf, type InstructionSet } from '../../../../arch/instruction-set.js';
import { splitInstruction } from '../../../../arch/isa/decode/raw.js';
import { printRaw } from '../../../../arch/isa/print/index.js';
import { LEFT_DIFFERENT } from './left-different.js';
import { type Answer, assemble, disassembleSound } from './llvm.js';

/** Number of words compared between LLVM and the table, and where they differ. */
export interface Agreement {
  /** Words that LLVM takes for an instruction and can read back. */
  readonly compared: number;
  /** Lines for a reader, without `LEFT_DIFFERENT`: the question, LLVM's answer, ours. */
  readonly differences: readonly string[];
}

function hex(words: readonly number[]): string {
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ');
}

function isLeft(expected: string, observed: string): boolean {
  return LEFT_DIFFERENT.some(({ is }) => is(expected, observed));
}

function textOf(words: readonly number[], set: InstructionSet, wave: WaveSize): string {
  const raw = splitInstruction(words, 0, set);
  return 'reason' in raw ? raw.reason : printRaw(raw, generationOf(set), wave);
}

function wordsOf(text: string, set: InstructionSet, wave: WaveSize): string {
  try {
    return hex(assembleLines(text, set, wave)[0].words);
  } catch (error) {
    return String(error);
  }
}

/** Compares our text of words, and our words of LLVM's text, with LLVM's. */
export function agreementOn(
  asked: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): Agreement {
  const known = disassembleSound(asked, set, wave).flatMap((answer, i) =>
    answer === undefined ? [] : [{ words: asked[i], text: answer.text }],
  );
  const again: (Answer | undefined)[] = assemble(
    known.map(({ text }) => text),
    set,
    wave,
  );
  const readable = known.flatMap((each, i) =>
    again[i]?.text === each.text ? [{ ...each, back: again[i].words }] : [],
  );
  const differences: string[] = [];
  for (const { words, text, back } of readable) {
    const ours = textOf(words, set, wave);
    if (ours !== text && !isLeft(text, ours)) differences.push(`${hex(words)} | ${text} | ${ours}`);
    const assembled = wordsOf(text, set, wave);
    if (assembled !== hex(back) && !isLeft(text, assembled))
      differences.push(`${text} | ${hex(back)} | ${assembled}`);
  }
  return { compared: readable.length, differences };
}
