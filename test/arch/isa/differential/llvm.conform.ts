import type { WaveSize } from '../../../../arch/chips.js';
import { assembleLines, decodeProgram, printInstruction } from '../../../../arch/index.js';
import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import { encode } from '../../../../arch/isa/encode.js';
import { ALL_ROWS } from '../../../../arch/isa/rows/index.js';
import { getOpcodeInSet, KNOWN_BUT_UNMODELLED, X } from '../../../../arch/isa/rows/row-base.js';
import { type Answer, assemble, disassemble, hasLlvm } from './llvm.js';
import { Random } from './random.js';
import { hasUniqueText, randomInstruction } from './random-instruction.js';

/** Number of instructions to try for the main set of each generation. Every row is tried at least once. */
const SAMPLE_COUNT = 10_000;
/** Number of instructions to try for each of the other sets and wave sizes, which differ only in some rows. */
const OTHER_SAMPLE_COUNT = 4000;

const isInstalled = hasLlvm();

interface Sample {
  readonly words: readonly number[];
  readonly text: string;
}

function randomSamples(set: InstructionSet, wave: WaveSize, count: number): Sample[] {
  const random = new Random(0x5eed + count);
  const gfx = getGeneration(set);
  // Rows known only by name are tested separately.
  const rows = ALL_ROWS.filter(
    (row) => getOpcodeInSet(row, set) !== X && row.unmodelled !== KNOWN_BUT_UNMODELLED && hasUniqueText(row),
  );
  const result: Sample[] = [];
  while (result.length < count) {
    for (const row of rows) {
      const instruction = randomInstruction(random, row, gfx, wave);
      if (instruction === undefined) continue;
      const words = encode(instruction, gfx);
      const text = printInstruction(decodeProgram(words, set, wave).instructions[0], set, wave);
      // LLVM 19 knows this register of GFX12 by its number only.
      if (!text.includes('HW_REG_SCHED_MODE')) result.push({ words, text });
    }
  }
  return result;
}

function hex(words: readonly number[] | undefined): string {
  return words?.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ') ?? 'rejected';
}

/** Returns up to ten differences, one per line. */
function findDifferences(
  instructions: readonly Sample[],
  expected: (i: number) => string,
  observed: (i: number) => string,
) {
  return instructions
    .map(({ words, text }, i) => ({ i, line: `${hex(words)} | ${text} | ${expected(i)} | ${observed(i)}` }))
    .filter(({ i }) => expected(i) !== observed(i))
    .map(({ line }) => line)
    .slice(0, 10);
}

const CASES: readonly (readonly [InstructionSet, WaveSize, number])[] = [
  ['gfx900', 64, SAMPLE_COUNT],
  ['gfx904', 64, OTHER_SAMPLE_COUNT],
  ['gfx906', 64, OTHER_SAMPLE_COUNT],
  ['gfx1010', 32, OTHER_SAMPLE_COUNT],
  ['gfx10', 32, OTHER_SAMPLE_COUNT],
  ['gfx10', 64, SAMPLE_COUNT],
  ['gfx10.3', 32, SAMPLE_COUNT],
  ['gfx10.3', 64, OTHER_SAMPLE_COUNT],
  ['gfx11', 32, SAMPLE_COUNT],
  ['gfx11', 64, OTHER_SAMPLE_COUNT],
  ['gfx11.5', 32, SAMPLE_COUNT],
  ['gfx11.5', 64, OTHER_SAMPLE_COUNT],
  ['gfx1200', 32, SAMPLE_COUNT],
  ['gfx1201', 64, OTHER_SAMPLE_COUNT],
];

describe.runIf(isInstalled)('the instruction table and LLVM agree', () => {
  describe.each(CASES)('on %s as wave%i', (set, wave, count) => {
    const instructions = randomSamples(set, wave, count);
    const words = instructions.map((sample) => sample.words);
    const texts = instructions.map((sample) => sample.text);
    let disassembled: (Answer | undefined)[] = [];

    test('on the text for every instruction', () => {
      disassembled = disassemble(words, set, wave);
      const found = findDifferences(
        instructions,
        (i) => disassembled[i]?.text ?? 'rejected',
        (i) => texts[i],
      );
      expect(found).toEqual([]);
    });

    test('on the machine words for every text', () => {
      const assembled = assemble(texts, set, wave);
      expect(
        findDifferences(
          instructions,
          (i) => hex(assembled[i]?.words),
          (i) => hex(words[i]),
        ),
      ).toEqual([]);
    });

    test('when the table parses its own text', () => {
      const parsed = texts.map((text) => hex(assembleLines(text, set, wave)[0].words));
      expect(
        findDifferences(
          instructions,
          (i) => hex(words[i]),
          (i) => parsed[i],
        ),
      ).toEqual([]);
    });
  });
});
