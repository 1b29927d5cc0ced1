import { describe, expect, test } from 'vitest';
import { GENERATIONS, type Gfx, type WaveSize } from '../../../arch/chips.js';
import {
  decodeProgram,
  type Instruction,
  loadConstants,
  makeWaveState,
  printInstruction,
  SCALAR,
  scalarsOf,
  type WaveState,
} from '../../../arch/index.js';
import { encode } from '../../../arch/isa/encode.js';
import { ALL_ROWS } from '../../../arch/isa/rows/index.js';
import { generationsOf } from '../../../arch/isa/rows/row.js';
import { Random } from './differential/random.js';
import { randomInstruction } from './differential/random-instruction.js';

const REGISTERS = 256;
const TRIALS = 3;

interface Subject {
  readonly instruction: Instruction;
  readonly constants: Int32Array;
}

/** Random instructions that have an effect on registers. */
function subjects(gfx: Gfx, wave: WaveSize): Subject[] {
  const random = new Random(99);
  const made: Subject[] = [];
  for (const row of ALL_ROWS.filter((each) => generationsOf(each).includes(gfx))) {
    for (let i = 0; i < TRIALS; i++) {
      const encodable = randomInstruction(random, row, gfx, wave);
      if (encodable === undefined) continue;
      const { instructions, constants } = decodeProgram(encode(encodable, gfx), gfx, wave);
      const [instruction] = instructions;
      if (instruction.kind === 'alu' || instruction.kind === 'parameter-load')
        made.push({ instruction, constants });
    }
  }
  return made;
}

function randomState(random: Random, wave: WaveSize, constants: Int32Array): WaveState {
  const state = makeWaveState(wave, REGISTERS, scalarsOf({ constants } as never));
  const word = () => (random.below(0x10000) << 16) | random.below(0x10000);
  for (let i = 0; i < SCALAR.CONSTANTS; i++) state.s[i] = word();
  for (let i = 0; i < state.v.length; i++) state.v[i] = word();
  state.s[SCALAR.SCC] = random.below(2);
  state.s[SCALAR.NULL] = 0;
  state.s[SCALAR.M0] = word() & 0x7fff00ff;
  state.hw[1] = 0xf0;
  state.lds = Int32Array.from({ length: 4096 }, word);
  loadConstants({ constants } as never, state);
  return state;
}

function copyOf(state: WaveState): WaveState {
  const v = state.v.slice();
  return { ...state, s: state.s.slice(), v, vf: new Float32Array(v.buffer), hw: state.hw.slice() };
}

function registersThatDiffer(a: WaveState, b: WaveState): { scalars: number[]; vectors: number[] } {
  const scalars = Array.from({ length: SCALAR.CONSTANTS }, (_, i) => i).filter((i) => a.s[i] !== b.s[i]);
  const vectors = Array.from({ length: REGISTERS }, (_, register) => register).filter((register) =>
    a.v
      .subarray(register * a.lanes, (register + 1) * a.lanes)
      .some((value, lane) => value !== b.v[register * a.lanes + lane]),
  );
  return { scalars, vectors };
}

/** The state with every register changed that the instruction does not claim to read. */
function disturb(random: Random, state: WaveState, { uses }: Instruction): WaveState {
  const other = copyOf(state);
  for (let i = 0; i < SCALAR.CONSTANTS; i++) {
    if (!uses.scalars.includes(i) && i !== SCALAR.NULL) other.s[i] ^= 1 + random.below(1 << 30);
  }
  for (let register = 0; register < REGISTERS; register++) {
    if (uses.vectors.includes(register)) continue;
    for (let lane = 0; lane < state.lanes; lane++)
      other.v[register * state.lanes + lane] ^= 1 + random.below(1 << 30);
  }
  return other;
}

/** Lanes that are on decide which elements of a result can be compared when the old value is not an input. */
function resultsOf(state: WaveState, { defines, uses }: Instruction): number[] {
  const vectors = defines.vectors.flatMap((register) =>
    Array.from({ length: state.lanes }, (_, lane) => lane)
      .filter(
        (lane) =>
          uses.vectors.includes(register) || (state.s[SCALAR.EXEC_LO + (lane >> 5)] >>> (lane & 31)) & 1,
      )
      .map((lane) => state.v[register * state.lanes + lane]),
  );
  return [...defines.scalars.map((i) => state.s[i]), ...vectors];
}

const CASES = GENERATIONS.flatMap((gfx) =>
  (gfx === 'gfx9' ? ([64] as const) : ([32, 64] as const)).map((wave) => [gfx, wave] as const),
);

describe.each(CASES)('on %s in waves of %i', (gfx, wave) => {
  const all = subjects(gfx, wave);
  const random = new Random(7);

  test('an instruction changes no register that it does not define', () => {
    const wrong = all.flatMap(({ instruction, constants }) => {
      const before = randomState(random, wave, constants);
      const after = copyOf(before);
      instruction.execute(after);
      const { scalars, vectors } = registersThatDiffer(before, after);
      const isClaimed =
        scalars.every((i) => instruction.defines.scalars.includes(i)) &&
        vectors.every((register) => instruction.defines.vectors.includes(register));
      return isClaimed ? [] : [`${printInstruction(instruction, gfx, wave)}: ${scalars} v${vectors}`];
    });
    expect(wrong).toEqual([]);
  });

  test('a result depends on no register that the instruction does not use', () => {
    const wrong = all.flatMap(({ instruction, constants }) => {
      const state = randomState(random, wave, constants);
      const other = disturb(random, state, instruction);
      const isExecDefined = instruction.defines.scalars.includes(SCALAR.EXEC_LO);
      instruction.execute(state);
      instruction.execute(other);
      const exec = [SCALAR.EXEC_LO, SCALAR.EXEC_HI].map((i) => state.s[i]);
      if (!isExecDefined) other.s.set(exec, SCALAR.EXEC_LO);
      const isSame =
        JSON.stringify(resultsOf(state, instruction)) === JSON.stringify(resultsOf(other, instruction));
      return isSame ? [] : [printInstruction(instruction, gfx, wave)];
    });
    expect(wrong).toEqual([]);
  });
});
