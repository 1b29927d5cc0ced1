import { UsageError } from '../../../transactions/index.js';
import { isInstruction, type ProgramText, type TextFormat, type TextProgram } from './text-program.js';

/** Matches an instruction as ACO prints it: text, `;`, words. */
const INSTRUCTION = /^\s*\S.* ; ((?:[0-9a-f]{8}(?: |$))+)\s*$/;
const REPEATED = /^\s*\(then repeated (\d+) times\)/;
const LABEL = /^(BB\d+):\s*$/;

/** Matches the line before a disassembly in a shader dump, which names the stages. */
const STAGES = /^((?:[A-Z][\w ()/-]*)(?: \+ [A-Z][\w ()/-]*)*):?$/;
const DISASSEMBLY = /^\s*(?:disasm|DISASM):\s*$/;
/** Matches the line before the disassembly of a pipeline executable. */
const EXECUTABLE = /^=+ executable \d+ '([^']+)' \/ IR 'Assembly'/;

/** Matches the end of a disassembly, where constants or statistics follow. */
const END = /^(?:\/\* constant data \*\/|\*\*\* SHADER STATS \*\*\*)/;

/** Matches the names of pixel shader stages in RADV and Vulkan. */
const PIXEL = /^(?:pixel|fragment)(?: shader)?(?: as FS)?$/i;

/** The maximum number of words per instruction. */
const MAX_INSTRUCTION_WORDS = 16;

/**
 * The maximum number of repetitions in a dump. It is limited because one short line may repeat sixteen words many
 * times.
 */
const MAX_REPETITIONS = 4096;

interface Code {
  readonly words: number[];
  readonly lines: number[];
  readonly labels: Record<number, string>;
}

/**
 * RADV's output for RADV_DEBUG=shaders or asm, in hang reports, and for pipeline executables (aco_print_asm.cpp).
 * Reads all pixel shaders from the words next to the disassembly and ignores the surrounding intermediate code and
 * statistics.
 */
export const RADV_DUMP: TextFormat = {
  name: "RADV's shader dump",
  recognises(text) {
    const lines = text.split('\n');
    if (!lines.some((line) => INSTRUCTION.test(line))) return false;
    const hasHeading = lines.some((line) => DISASSEMBLY.test(line) || EXECUTABLE.test(line));
    // Without a heading, this may be handwritten assembly with a comment that looks like a word.
    return hasHeading || lines.every((line) => INSTRUCTION.test(line) || !isInstruction(line));
  },
  read({ lines, file }: ProgramText): readonly TextProgram[] {
    checkRepetitions(lines, file);
    const sections = splitSections(lines).filter(({ words }) => words.length > 0);
    const pixelSections = sections.filter(({ stage }) => stage === '' || PIXEL.test(stage));
    if (pixelSections.length === 0) {
      const stages = [...new Set(sections.map(({ stage }) => stage))].join(', ');
      throw new UsageError(`Cannot use ${file}: no pixel shader among its stages: ${stages}`);
    }
    return pixelSections.map(({ words, lines: lineNumbers, labels }, index) => ({
      words,
      lines: lineNumbers,
      labels,
      ...(pixelSections.length === 1 ? {} : { name: `pixel shader ${index + 1}` }),
    }));
  },
};

interface Section extends Code {
  readonly stage: string;
}

/** Splits a dump into disassemblies. Any text before the first heading is treated as one. */
function splitSections(text: readonly string[]): readonly Section[] {
  const sections: Section[] = [makeSection('')];
  let stage = '';
  text.forEach((line, index) => {
    const current = sections.at(-1)!;
    const executable = EXECUTABLE.exec(line)?.[1];
    if (executable !== undefined) sections.push(makeSection(executable));
    else if (DISASSEMBLY.test(line)) sections.push(makeSection(stage));
    else if (END.test(line)) sections.push(makeSection(`after ${current.stage}`));
    else if (!addLine(current, line, index + 1)) stage = STAGES.exec(line.trim())?.[1]?.trim() ?? stage;
  });
  return sections;
}

function makeSection(stage: string): Section {
  return { stage, words: [], lines: [], labels: {} };
}

/** Adds a line to a disassembly. Returns false if the line is not part of one. */
function addLine({ words, lines, labels }: Code, line: string, number: number): boolean {
  const label = LABEL.exec(line)?.[1];
  if (label !== undefined) labels[4 * words.length] = label;
  const added = INSTRUCTION.exec(line)?.[1]?.trim().split(' ') ?? repeatLastWords({ words, lines }, line);
  words.push(...added.map((word) => (typeof word === 'number' ? word : Number.parseInt(word, 16))));
  lines.push(...added.map(() => number));
  return label !== undefined || added.length > 0;
}

/** Returns the words for a line "(then repeated n times)": the previous instruction's words, repeated. */
function repeatLastWords({ words, lines }: Pick<Code, 'words' | 'lines'>, line: string): readonly number[] {
  const last = words.slice(lines.indexOf(lines.at(-1) ?? 0, -MAX_INSTRUCTION_WORDS));
  return Array.from({ length: countRepetitions(line) }, () => last).flat();
}

function countRepetitions(line: string): number {
  return Number(REPEATED.exec(line)?.[1] ?? 0);
}

/** Throws `UsageError` for a dump that expands to too many words. */
function checkRepetitions(lines: readonly string[], file: string): void {
  let total = 0;
  for (const [index, line] of lines.entries()) {
    total += countRepetitions(line);
    if (total > MAX_REPETITIONS)
      throw new UsageError(
        `Invalid ${file}, line ${index + 1}: ${total} repetitions so far; expected at most ${MAX_REPETITIONS}`,
      );
  }
}
