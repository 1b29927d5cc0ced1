import type { WaveSize } from '../../../../arch/chips.js';
import { disassembleWords, SCALAR, UnsupportedOperation, type WaveState } from '../../../../arch/index.js';
import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import type { Encodable } from '../../../../arch/isa/encode.js';
import { ALL_ROWS } from '../../../../arch/isa/rows/index.js';
import type { VectorRow } from '../../../../arch/isa/rows/row.js';
import { getOpcodeInSet, X } from '../../../../arch/isa/rows/row-base.js';
import { VGPR_BASE } from '../../../../arch/isa/slots.js';
import { Random } from '../differential/random.js';
import { getVariants, randomVectorInstruction, type VectorVariant } from '../differential/random-vector.js';
import { ModifiedInstruction } from './modified-instruction.js';

/** Number of instructions to try per row and form. */
const SAMPLES_PER_FORM = 1;

const CASES: readonly (readonly [InstructionSet, WaveSize])[] = [
  ['gfx906', 64],
  ['gfx1010', 32],
  ['gfx10.3', 32],
  ['gfx11', 64],
];

/** Bit patterns of ordinary, special and tiny numbers in every width. */
const PATTERNS = [
  0x3f800000, 0xbf800000, 0x40490fdb, 0xc2f60000, 0x00000001, 0x80000000, 0x7f800000, 0x7fc01234, 0x3c003c00,
  0xbc00c000, 0x7c00fc01, 0x04000001, 0xffffffff, 0x12345678, 0x00ff8000, 0x3e803400, 0x00007fff, 0x80018001,
];

const SOURCES = ['src0', 'src1', 'src2', 'x_src0', 'vsrc1'];

/** Replaces constants and special registers with vector registers, since their values are tested elsewhere. */
function replaceWithRegisters(
  row: VectorRow,
  { format, extension, fields }: Encodable,
  random: Random,
): Encodable {
  const newFields: Record<string, number> = { ...fields };
  const isMask = (name: string) => row.sources[Number(name.at(-1))] === 'mask';
  for (const name of SOURCES) {
    const code = newFields[name];
    const isExtension = name === 'src0' && (extension === 'sdwa' || extension.startsWith('dpp'));
    if (code === undefined || isExtension || isMask(name) || name === 'x_src0' || name === 'vsrc1') continue;
    if (code >= 100 && code < VGPR_BASE) newFields[name] = VGPR_BASE + random.below(250);
  }
  // Saturated integers and doubles are tested elsewhere.
  if (!['f16', 'f32', 'v2f16'].includes(row.dst ?? '')) newFields.clamp = 0;
  return { format, extension: extension === 'literal' ? 'none' : extension, fields: newFields, literal: 0 };
}

const REGISTERS = 256 * 64;

/** Random words from which the register contents of each wave are taken. */
const POOL = (() => {
  const random = new Random(0xf111);
  return Int32Array.from({ length: 2 * REGISTERS }, () =>
    random.chance(60) ? random.pick(PATTERNS) : random.below(0x7fffffff) * 2 + random.below(2),
  );
})();

function makeFill(seed: number): (state: WaveState) => void {
  const pool = POOL.subarray(seed % REGISTERS);
  return (state) => {
    state.v.set(pool.subarray(0, state.v.length));
    state.s.set(pool.subarray(0, 102));
    const halves = [SCALAR.EXEC_LO, SCALAR.VCC_LO].flatMap((low) =>
      state.lanes === 64 ? [low, low + 1] : [low],
    );
    for (const half of halves) state.s[half] = pool[half + 200];
  };
}

function getRows(set: InstructionSet): VectorRow[] {
  return ALL_ROWS.filter(
    (row): row is VectorRow =>
      row.family === 'vector' &&
      getOpcodeInSet(row, set) !== X &&
      row.unmodelled === undefined &&
      row.relative === undefined &&
      row.literalAt === undefined,
  );
}

/** Returns all forms except the plain short one, which has no modifiers. */
function getForms(row: VectorRow, set: InstructionSet): VectorVariant[] {
  return getVariants(row, getGeneration(set)).filter((variant) => variant !== 'e32');
}

function getText({ words }: ModifiedInstruction, set: InstructionSet, wave: WaveSize): string {
  const result = disassembleWords(words, set, wave);
  return 'text' in result ? result.text : result.reason;
}

describe.each(CASES)('an instruction with modifiers on %s in wave%i', (set, wave) => {
  test('matches the unmodified instruction with the modifiers applied to its operands manually', () => {
    const random = new Random(0x0dd5);
    const differences: string[] = [];
    let comparedCount = 0;
    for (const row of getRows(set)) {
      for (const variant of getForms(row, set)) {
        for (let i = 0; i < SAMPLES_PER_FORM; i++) {
          const instruction = randomVectorInstruction(random, row, variant, getGeneration(set), wave);
          const encoding = variant.startsWith('e64') ? 'e64' : 'e32';
          const modified = new ModifiedInstruction(
            row,
            replaceWithRegisters(row, instruction, random),
            encoding,
            set,
            wave,
          );
          try {
            const [first] = modified.findDifferences(makeFill(random.below(0x7fffffff)));
            comparedCount++;
            if (first !== undefined) differences.push(`${getText(modified, set, wave)} | ${first}`);
          } catch (error) {
            if (!(error instanceof UnsupportedOperation)) throw error;
          }
        }
      }
    }
    expect(differences.slice(0, 40)).toEqual([]);
    expect(comparedCount).toBeGreaterThan(700);
  });
});
