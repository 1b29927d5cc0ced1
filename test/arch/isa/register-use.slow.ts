import { CHIP_NAMES, chipOf, GENERATIONS, type Gfx, type WaveSize } from '../../../arch/chips.js';
import {
  assembleProgram,
  decodeProgram,
  getInstructionSet,
  type Instruction,
  makeWaveState,
  printInstruction,
  SCALAR,
  UnsupportedOperation,
  type WaveState,
} from '../../../arch/index.js';
import { encode } from '../../../arch/isa/encode.js';
import { ALL_ROWS } from '../../../arch/isa/rows/index.js';
import { getOpcode, X } from '../../../arch/isa/rows/row-base.js';
import { execute, getFloats, setFloats } from '../support/machine.js';
import { Random } from './differential/random.js';
import { randomInstruction } from './differential/random-instruction.js';

function printOn(chip: (typeof CHIP_NAMES)[number], words: readonly number[]): string | undefined {
  const set = getInstructionSet(chipOf(chip));
  const [instruction] = decodeProgram(words, set, 64).instructions;
  return instruction.kind === 'illegal' ? undefined : printInstruction(instruction, set, 64);
}

describe('instructions that exist only on some chips of a generation', () => {
  test.each([
    ['vega10', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['raven', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['renoir', 'v_mad_mix_f32 v1, v2, v3, v4'],
    ['vega12', 'v_fma_mix_f32 v1, v2, v3, v4'],
    ['vega20', 'v_fma_mix_f32 v1, v2, v3, v4'],
  ] as const)('the mixed-precision word decodes on %s as %s', (chip, text) => {
    expect(printOn(chip, [0xd3a00001, 0x04120702])).toBe(text);
  });

  test.each([
    ['v_fmac_f32_e32 v1, v2, v3', 'gfx906', ['vega20']],
    ['v_xnor_b32_e32 v1, v2, v3', 'gfx906', ['vega20']],
    ['v_dot4_i32_i8 v1, v2, v3, v4', 'gfx906', ['vega20']],
    ['v_dot4_i32_i8 v1, v2, v3, v4', 'gfx10', ['navi12', 'navi14']],
    ['v_dot2_f32_f16 v1, v2, v3, v4', 'gfx10', ['navi12', 'navi14']],
    ['v_dot2c_f32_f16 v1, v2, v3', 'gfx10', ['navi12', 'navi14']],
    ['v_dot4c_i32_i8 v1, v2, v3', 'gfx10', ['navi12', 'navi14']],
  ] as const)('%s, as assembled for %s, is legal only on %j', (text, set, chips) => {
    const words = assembleProgram(text, set);
    const { gfx } = chipOf(chips[0]);
    expect(
      CHIP_NAMES.filter((chip) => chipOf(chip).gfx === gfx && printOn(chip, words) !== undefined),
    ).toEqual(chips);
  });

  test.each([
    ['gfx900', 'v_mad_mix_f32', 0],
    ['gfx904', 'v_fma_mix_f32', 2 ** -24],
    ['gfx906', 'v_fma_mix_f32', 2 ** -24],
  ] as const)('on %s, %s leaves a rounding difference of %d', (set, name, difference) => {
    const sources = [1 + 2 ** -12, 1 + 2 ** -12, -(1 + 2 ** -11)];
    const prepare = (state: WaveState) => {
      for (const [i, value] of sources.entries()) setFloats(state, i, () => value);
    };
    expect(getFloats(execute(`${name} v3, v0, v1, v2`, prepare, set, 64), 3)[0]).toBe(difference);
  });
});

const REGISTERS = 256;
const TRIALS_PER_ROW = 3;

interface Subject {
  readonly instruction: Instruction;
  readonly constants: Int32Array;
}

/** Generates random instructions that have an effect on registers. */
function makeSubjects(gfx: Gfx, wave: WaveSize): Subject[] {
  const random = new Random(99);
  const result: Subject[] = [];
  for (const row of ALL_ROWS.filter((candidate) => getOpcode(candidate, gfx) !== X)) {
    for (let i = 0; i < TRIALS_PER_ROW; i++) {
      const encodable = randomInstruction(random, row, gfx, wave);
      if (encodable === undefined) continue;
      const { instructions, constants } = decodeProgram(encode(encodable, gfx), gfx, wave);
      const [instruction] = instructions;
      if (instruction.kind === 'alu' || instruction.kind === 'parameter-load')
        result.push({ instruction, constants });
    }
  }
  return result;
}

interface Contents {
  readonly original: WaveState;
  readonly changed: WaveState;
}

const CONTENT_COUNT = 4;
/** Length of the scalar operand space, which includes the constants of one instruction. */
const SCALARS = SCALAR.CONSTANTS + 16;

function randomContents(random: Random, wave: WaveSize): Contents {
  const [original, changed] = [0, 1].map(() => makeWaveState(wave, REGISTERS, SCALARS));
  const word = () => (random.below(0x10000) << 16) | random.below(0x10000);
  const lds = Int32Array.from({ length: 4096 }, word);
  for (let i = 0; i < SCALAR.CONSTANTS; i++) original.s[i] = word();
  for (let i = 0; i < original.v.length; i++) original.v[i] = word();
  original.s[SCALAR.SCC] = random.below(2);
  original.s[SCALAR.M0] = word() & 0x7fff00ff;
  for (let i = 0; i < SCALAR.CONSTANTS; i++) changed.s[i] = original.s[i] ^ (1 + random.below(1 << 30));
  for (let i = 0; i < original.v.length; i++) changed.v[i] = original.v[i] ^ (1 + random.below(1 << 30));
  for (const state of [original, changed]) {
    state.s[SCALAR.NULL] = 0;
    state.s[SCALAR.M0] = makeUsableM0(state.s[SCALAR.M0], random);
    state.hw[1] = 0xf0;
    state.lds = lds;
  }
  return { original, changed };
}

/** Makes M0 a small register index, or sets [18:16] so that `lds_direct_load` reads a dword. */
function makeUsableM0(m0: number, random: Random): number {
  return random.chance(50) ? m0 & 31 : (m0 & ~0x70000) | 0x20000;
}

/** Two waves, reused for every instruction. */
class WavePair {
  readonly state: WaveState;
  readonly variant: WaveState;

  constructor(
    readonly wave: WaveSize,
    readonly contents: readonly Contents[],
  ) {
    [this.state, this.variant] = [0, 1].map(() => makeWaveState(wave, REGISTERS, SCALARS));
  }

  /** Fills both waves. `variant` differs from `state` in every register that the instruction does not read. */
  prepare({ instruction, constants }: Subject, index: number): Contents {
    const contents = this.contents[index % this.contents.length];
    copyContents(this.state, contents.original, constants);
    copyContents(this.variant, contents.changed, constants);
    const { scalars, vectors } = instruction.uses;
    for (const i of scalars) this.variant.s[i] = contents.original.s[i];
    for (const register of vectors) {
      const first = register * this.wave;
      this.variant.v.set(contents.original.v.subarray(first, first + this.wave), first);
    }
    return contents;
  }
}

function copyContents(state: WaveState, source: WaveState, constants: Int32Array): void {
  state.s.set(source.s);
  state.s.set(constants, SCALAR.CONSTANTS);
  state.v.set(source.v);
  state.hw.set(source.hw);
  state.lds = source.lds;
}

function findChanges(a: WaveState, b: WaveState): { scalars: number[]; vectors: number[] } {
  const scalars = new Set<number>();
  const vectors = new Set<number>();
  for (let i = 0; i < SCALAR.CONSTANTS; i++) if (a.s[i] !== b.s[i]) scalars.add(i);
  for (let i = 0; i < a.v.length; i++) if (a.v[i] !== b.v[i]) vectors.add(Math.floor(i / a.lanes));
  return { scalars: [...scalars], vectors: [...vectors] };
}

/** Returns whether the results agree. Inactive lanes only count if the instruction reads the old value. */
function hasSameResults(a: WaveState, b: WaveState, { defines, uses }: Instruction): boolean {
  if (defines.scalars.some((i) => a.s[i] !== b.s[i])) return false;
  return defines.vectors.every((register) => {
    const isRead = uses.vectors.includes(register);
    for (let lane = 0; lane < a.lanes; lane++) {
      const isCompared = isRead || ((a.s[SCALAR.EXEC_LO + (lane >> 5)] >>> (lane & 31)) & 1) !== 0;
      const element = register * a.lanes + lane;
      if (isCompared && a.v[element] !== b.v[element]) return false;
    }
    return true;
  });
}

/** Runs an instruction. Returns false if it is unsupported. */
function runInstruction(instruction: Instruction, state: WaveState): boolean {
  try {
    instruction.execute(state);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedOperation) return false;
    throw error;
  }
}

const CASES = GENERATIONS.flatMap((gfx) =>
  (gfx === 'gfx9' ? ([64] as const) : ([32, 64] as const)).map((wave) => [gfx, wave] as const),
);

describe.each(CASES)('on %s in wave%i', (gfx, wave) => {
  const subjects = makeSubjects(gfx, wave);
  const random = new Random(7);
  const waves = new WavePair(
    wave,
    Array.from({ length: CONTENT_COUNT }, () => randomContents(random, wave)),
  );

  test('an instruction changes only the registers that it defines', () => {
    const failures = subjects.flatMap((subject, index) => {
      const { instruction } = subject;
      const { original } = waves.prepare(subject, index);
      if (!runInstruction(instruction, waves.state)) return [];
      const { scalars, vectors } = findChanges(original, waves.state);
      const isDeclared =
        scalars.every((i) => instruction.defines.scalars.includes(i)) &&
        vectors.every((register) => instruction.defines.vectors.includes(register));
      return isDeclared ? [] : [`${printInstruction(instruction, gfx, wave)}: ${scalars} v${vectors}`];
    });
    expect(failures).toEqual([]);
  });

  test('a result depends only on the registers that the instruction uses', () => {
    const failures = subjects.flatMap((subject, index) => {
      const { instruction } = subject;
      waves.prepare(subject, index);
      const { state, variant } = waves;
      if (!runInstruction(instruction, state) || !runInstruction(instruction, variant)) return [];
      return hasSameResults(state, variant, instruction) ? [] : [printInstruction(instruction, gfx, wave)];
    });
    expect(failures).toEqual([]);
  });
});
