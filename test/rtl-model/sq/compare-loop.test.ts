import fc from 'fast-check';
import {
  assembleProgram,
  decodeProgram,
  makeWaveState,
  SCALAR,
  type WaveState,
} from '../../../arch/index.js';
import { findFirstExit, type PathStep, recogniseCompareLoop } from '../../../rtl-model/sq/poll-loop.js';

/** The encoding of `s_add_i32 s0, src_pops_exiting_wave_id, s6`. */
const ADD = 0x810006ef;
/** Encodes a comparison of s0, which contains the sum, with s1, in either operand order. */
const encodeCompare = (opcode: number, sumIsLeft: boolean): number =>
  0xbf000000 | (opcode << 16) | (sumIsLeft ? 0x0100 : 0x0001);
/** The encodings of `s_cbranch_scc0` and `s_cbranch_scc1`, both skipping one word. */
const BRANCHES = [0xbf840001, 0xbf850001];
const S_NOP = 0xbf800000;
const S_ENDPGM = 0xbf810000;

function makePath(opcode: number, sumIsLeft: boolean, scc: number, isTaken: boolean): PathStep[] {
  const words = [ADD, encodeCompare(opcode, sumIsLeft), BRANCHES[scc], S_NOP, S_ENDPGM];
  const [add, compare, branch] = decodeProgram(words, 'gfx10.3', 32).instructions;
  return [add, compare, branch].map((instruction) => ({
    instruction,
    isTaken: instruction === branch && isTaken,
  }));
}

function continuesFor(path: readonly PathStep[], state: WaveState, id: number): boolean {
  state.s[SCALAR.EXITING_WAVE_ID] = id;
  path[0].instruction.execute(state);
  path[1].instruction.execute(state);
  return (path[2].instruction.execute(state) === 1) === path[2].isTaken;
}

it('finds the same first exit as brute-force execution of an iteration for every id', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 11 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 1 }),
      fc.boolean(),
      fc.oneof(fc.integer(), fc.integer({ min: -1030, max: 1030 })),
      fc.oneof(fc.integer(), fc.integer({ min: -1030, max: 1030 })),
      fc.integer({ min: 7, max: 1023 }),
      fc.nat(2000),
      (opcode, sumIsLeft, scc, isTaken, offset, other, wrap, first) => {
        const path = makePath(opcode, sumIsLeft, scc, isTaken);
        const state = makeWaveState(32, 1, 256);
        state.s[6] = offset;
        state.s[1] = other;
        const getId = (sequence: number): number => sequence % (wrap + 1);
        continuesFor(path, state, getId(first));
        const loop = recogniseCompareLoop(path)!;
        const firstExit = findFirstExit(loop, state, getId(first), first + 1, first + 300, getId);
        let expected = Number.POSITIVE_INFINITY;
        for (let sequence = first + 300; sequence > first; sequence--) {
          if (!continuesFor(path, state, getId(sequence))) expected = sequence;
        }
        expect(firstExit).toBe(expected);
      },
    ),
    { numRuns: 400 },
  );
});

it('rejects loops that accumulate into the sum or do any other computation', () => {
  const [add, ...rest] = makePath(10, false, 1, false);
  expect(recogniseCompareLoop([add, add, ...rest])).toBeUndefined();
  const [selfReferential] = decodeProgram([0x810000ef, S_ENDPGM], 'gfx10.3', 32).instructions;
  expect(recogniseCompareLoop([{ instruction: selfReferential, isTaken: false }, ...rest])).toBeUndefined();
});

it('rejects an iteration that branches on anything but its comparison', () => {
  const words = [ADD, encodeCompare(0, true), 0xbf860001, S_NOP, S_ENDPGM];
  const instructions = decodeProgram(words, 'gfx10.3', 32).instructions.slice(0, 3);
  expect(instructions[2]!.mnemonic).toBe('s_cbranch_vccz');
  expect(
    recogniseCompareLoop(instructions.map((instruction) => ({ instruction, isTaken: true }))),
  ).toBeUndefined();
});

it.each([
  ['s0, 5', false],
  ['5, s0', false],
  ['s0, vcc_hi', false],
  ['s0, vcc_lo', false],
  ['vcc_lo, s0', false],
  ['s0, s105', true],
])('accepts a comparison only if both operands are general-purpose SGPRs: %s', (operands, isAccepted) => {
  const source = `s_add_i32 s0, src_pops_exiting_wave_id, s6\ns_cmp_lt_i32 ${operands}\ns_cbranch_scc1 out\nout:\ns_endpgm`;
  const steps = decodeProgram(assembleProgram(source, 'gfx10.3'), 'gfx10.3', 32).instructions.slice(0, 3);
  const loop = recogniseCompareLoop(steps.map((instruction) => ({ instruction, isTaken: false })));
  expect(loop !== undefined).toBe(isAccepted);
});
