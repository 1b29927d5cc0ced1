import type { WaveSize } from '../../../../arch/chips.js';
import { assembleLines } from '../../../../arch/index.js';
import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import { splitInstruction } from '../../../../arch/isa/decode/raw.js';
import { printRaw } from '../../../../arch/isa/print/index.js';
import { INTENDED_DIFFERENCES } from './intended-differences.js';
import { type Answer, assemble, disassembleIfValid } from './llvm.js';

/** Result of comparing the instruction table with LLVM. */
export interface Comparison {
  /** Number of instructions compared: those that LLVM disassembles and reassembles unchanged. */
  readonly compared: number;
  /** Differences not in `INTENDED_DIFFERENCES`, one line each: the input, LLVM's output and ours. */
  readonly differences: readonly string[];
}

function toHex(words: readonly number[]): string {
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ');
}

function isIntended(expected: string, observed: string): boolean {
  return INTENDED_DIFFERENCES.some(({ matches }) => matches(expected, observed));
}

function printWords(words: readonly number[], set: InstructionSet, wave: WaveSize): string {
  const raw = splitInstruction(words, 0, set);
  return 'reason' in raw ? raw.reason : printRaw(raw, getGeneration(set), wave);
}

function assembleText(text: string, set: InstructionSet, wave: WaveSize): string {
  try {
    return toHex(assembleLines(text, set, wave)[0].words);
  } catch (error) {
    return String(error);
  }
}

/** Compares how the table and LLVM disassemble the words, and how both assemble LLVM's text. */
export function compareWithLlvm(
  instructions: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): Comparison {
  const decoded = disassembleIfValid(instructions, set, wave).flatMap((answer, i) =>
    answer === undefined ? [] : [{ words: instructions[i], text: answer.text }],
  );
  const reassembled: (Answer | undefined)[] = assemble(
    decoded.map(({ text }) => text),
    set,
    wave,
  );
  const roundTripped = decoded.flatMap((entry, i) =>
    reassembled[i]?.text === entry.text ? [{ ...entry, reassembledWords: reassembled[i].words }] : [],
  );
  const differences: string[] = [];
  for (const { words, text, reassembledWords } of roundTripped) {
    const ours = printWords(words, set, wave);
    if (ours !== text && !isIntended(text, ours)) differences.push(`${toHex(words)} | ${text} | ${ours}`);
    const assembled = assembleText(text, set, wave);
    if (assembled !== toHex(reassembledWords) && !isIntended(text, assembled))
      differences.push(`${text} | ${toHex(reassembledWords)} | ${assembled}`);
  }
  return { compared: roundTripped.length, differences };
}
