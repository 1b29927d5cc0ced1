import { readdirSync, readFileSync } from 'node:fs';
import type { Gfx, WaveSize } from '../../../arch/chips.js';
import { decodeProgram, parseInstruction, printInstruction } from '../../../arch/index.js';

interface CorpusInstruction {
  readonly pc: number;
  readonly words: readonly string[];
  readonly asm: string;
  readonly label?: string;
  /** Explains anything that `asm` omits. */
  readonly note?: string;
}

interface Section {
  readonly instructions: readonly CorpusInstruction[];
}

interface CorpusProgram extends Section {
  readonly id: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly epilog?: Section;
}

const CORPUS_DIR = new URL('../../../data/corpus/', import.meta.url);
const FILES = readdirSync(CORPUS_DIR).filter((name) => /-w\d+\.json$/.test(name));

function readPrograms(file: string): CorpusProgram[] {
  return JSON.parse(readFileSync(new URL(file, CORPUS_DIR), 'utf8'));
}

function normaliseText({ asm, words, note }: CorpusInstruction): string {
  // LLVM 19 omits the second address operand of a GFX12 image instruction if it is v0.
  const isShort = note?.startsWith('the second address is v0') === true;
  const fullText = isShort ? asm.replace(/^(\w+ \S+ )(v\d+),/, '$1[$2, v0],') : asm;
  return fullText.replace(/^(s_c?branch\w*) BB\d+$/, (_all, name) => `${name} ${Number(words[0]) & 0xffff}`);
}

function getWords({ instructions }: Section): number[] {
  return instructions.flatMap(({ words }) => words.map(Number));
}

/** Returns one line for each instruction that decodes differently from the corpus. */
function findMismatches(program: CorpusProgram, section: Section): string[] {
  const { gfx, wave, id } = program;
  const decoded = decodeProgram(getWords(section), gfx, wave);
  return section.instructions.flatMap((expected, i) => {
    const instruction = decoded.instructions[i];
    const observed = printInstruction(instruction, gfx, wave);
    const matches =
      instruction.pc === expected.pc &&
      instruction.kind !== 'illegal' &&
      observed === normaliseText(expected);
    return matches
      ? []
      : [`${id} pc ${expected.pc}: ${expected.asm} | ${observed} ${instruction.reason ?? ''}`];
  });
}

function getSections(program: CorpusProgram): Section[] {
  return program.epilog === undefined ? [program] : [program, program.epilog];
}

describe.each(FILES)('%s', (file) => {
  const programs = readPrograms(file);

  test('decodes and prints every instruction the way LLVM does', () => {
    const mismatches = programs.flatMap((program) =>
      getSections(program).flatMap((section) => findMismatches(program, section)),
    );
    expect(mismatches).toEqual([]);
  });

  test('resolves each label to its instruction', () => {
    for (const program of programs) {
      const decoded = decodeProgram(getWords(program), program.gfx, program.wave);
      const labels = new Map(program.instructions.map(({ label, pc }) => [label, pc]));
      program.instructions.forEach(({ asm }, i) => {
        const label = /branch\w* (BB\d+)$/.exec(asm)?.[1];
        if (label !== undefined)
          expect(decoded.instructions[decoded.instructions[i].target].pc).toBe(labels.get(label));
      });
    }
  });

  test('reassembles every instruction to equivalent words', () => {
    const texts = new Map<string, CorpusProgram>();
    for (const program of programs)
      for (const instruction of program.instructions) texts.set(normaliseText(instruction), program);
    for (const [text, { gfx, wave }] of texts) {
      const reassembled = decodeProgram(parseInstruction(text, gfx), gfx, wave).instructions[0];
      expect(printInstruction(reassembled, gfx, wave)).toBe(text);
    }
  });
});
