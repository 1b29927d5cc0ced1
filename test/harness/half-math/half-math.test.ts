import { describe, expect, test } from 'vitest';
import { assembleProgram, type ChipName, chipOf, getInstructionSet, isAtLeast } from '../../../arch/index.js';
import { createLedgers, listLedgerHandlers } from '../../../checkers/evidence/facts/ledgers.js';
import { runScenario } from '../../../rtl-model/index.js';
import { buildLoopScenario, LOOP_MEMORY } from '../../../tools/bench/loop-scenario.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';
import { Random } from '../../arch/isa/differential/random.js';
import { getFinalWords } from '../../rtl-model/support/run-program.js';
import { type FloatMode, NonFiniteError, packMode } from './support/machine.js';
import { FIRST_REGISTER, pickStep, REGISTERS, type Registers, type Step } from './support/steps.js';

// Runs straight-line programs that use mixed precision, packed halves, op_sel, DPP and SDWA on the model and on the
// checkers' reference, and compares both with exact rational arithmetic that is rounded once wherever the instruction
// rounds.
const LANES = 64;
const STEPS = 12;
/**
 * The number of programs per mode and chip. Over four modes and four chips, this adds up to 768 steps, dozens of each
 * kind.
 */
const PROGRAMS = 4;
/** The VGPRS field of RSRC1 for 32 registers in a wave64. */
const VGPRS_32 = 7;

function pickHalf(random: Random): number {
  const exponent = random.chance(15) ? random.below(31) : 11 + random.below(8);
  return (random.below(2) << 15) | (exponent << 10) | (random.chance(10) ? 0 : random.below(0x400));
}

function pickSingle(random: Random): number {
  const exponent = random.chance(5) ? 0 : random.chance(15) ? 100 + random.below(50) : 123 + random.below(8);
  const word =
    (random.below(2) << 31) | (exponent << 23) | (random.below(0x800) << 12) | random.below(0x1000);
  return word >>> 0;
}

/** Picks random inputs: pairs of halves for the first half of the registers, floats for the rest. */
function pickInputs(random: Random): Registers {
  return Array.from({ length: REGISTERS }, (_, register) =>
    Array.from({ length: LANES }, () =>
      register < REGISTERS / 2 ? ((pickHalf(random) << 16) | pickHalf(random)) >>> 0 : pickSingle(random),
    ),
  );
}

function applyStep(step: Step, registers: Registers): Registers | undefined {
  try {
    const results = registers[step.destination]!.map((_, lane) => step.compute(registers, lane));
    return registers.map((words, register) => (register === step.destination ? results : words));
  } catch (error) {
    if (!(error instanceof NonFiniteError)) throw error;
    return undefined;
  }
}

/** Picks random steps whose operands are finite in every lane, and returns them with the resulting registers. */
function generateProgram(random: Random, chip: ChipName, mode: FloatMode, inputs: Registers) {
  const { gfx } = chipOf(chip);
  const instructions: string[] = [];
  let registers = inputs;
  for (let tries = 0; instructions.length < STEPS && tries < 100 * STEPS; tries++) {
    const step = pickStep({ random, gfx, mode });
    const next = applyStep(step, registers);
    if (next === undefined) continue;
    registers = next;
    instructions.push(step.text);
  }
  return { instructions, registers };
}

/** Formats a program that loads one word per register and lane, executes the steps and stores the registers. */
function formatProgram(chip: ChipName, instructions: readonly string[]): string {
  const width = isAtLeast(chipOf(chip).gfx, 'gfx11') ? 'b32' : 'dword';
  const numbers = Array.from({ length: REGISTERS }, (_, i) => FIRST_REGISTER + i);
  const advance = `s_add_u32 s2, s2, 0x${(4 * LANES).toString(16)}`;
  return [
    'v_mbcnt_lo_u32_b32 v0, -1, 0',
    'v_mbcnt_hi_u32_b32 v0, -1, v0',
    'v_lshlrev_b32_e32 v0, 2, v0',
    `s_mov_b32 s2, 0x${LOOP_MEMORY.toString(16)}`,
    's_mov_b32 s3, 0',
    ...numbers.flatMap((register) => [`global_load_${width} v${register}, v0, s[2:3]`, advance]),
    's_waitcnt vmcnt(0)',
    ...instructions,
    ...numbers.flatMap((register) => [`global_store_${width} v0, v${register}, s[2:3]`, advance]),
    's_endpgm',
  ].join('\n');
}

function makeScene(
  chip: ChipName,
  mode: FloatMode,
  inputs: Registers,
  instructions: readonly string[],
): Scenario {
  const registers = { SPI_SHADER_PGM_RSRC1_PS: VGPRS_32 | (packMode(mode) << 12) };
  const scene = buildLoopScenario('s_endpgm', { initial: inputs.flat(), registers });
  const words = assembleProgram(formatProgram(chip, instructions), getInstructionSet(chipOf(chip)));
  return {
    ...scene,
    chip,
    programs: [{ ...scene.programs[0]!, words }],
    memory: [{ ...scene.memory[0]!, bytes: 2 * 4 * LANES * REGISTERS }],
  };
}

/** Returns the final memory according to the checkers' reference, which itself executes the waves in the stream. */
function runReference(scene: Scenario): number[] {
  const ledgers = createLedgers(scene, 1);
  const handlers = listLedgerHandlers(ledgers);
  runScenario(scene, (transaction: Transaction) => {
    for (const handler of handlers) handler[transaction.kind]?.(transaction as never);
  });
  const result = ledgers.reference.run();
  if (result.kind !== 'memory') throw new Error(result.reason);
  return Array.from(result.words[0]!, (word) => word >>> 0);
}

/** Describes the registers and lanes with wrong results. In memory, the results follow the inputs. */
function describeDifferences(registers: Registers, words: readonly number[]): string[] {
  const stored = words.slice(LANES * REGISTERS);
  return registers.flat().flatMap((expected, i) => {
    const location = `v${FIRST_REGISTER + Math.floor(i / LANES)} in lane ${i % LANES}`;
    const observed = stored[i];
    return observed === expected
      ? []
      : [`${location}: 0x${observed?.toString(16)}, not 0x${expected.toString(16)}`];
  });
}

const MODES: readonly FloatMode[] = [true, false].flatMap((flushes) =>
  [true, false].map((toZero) => ({ flushes, toZero })),
);

describe.each(['vega20', 'navi10', 'navi21', 'navi31'] as const)('16-bit arithmetic on %s', (chip) => {
  test.each(MODES)('matches exact arithmetic, with %o', (mode) => {
    const random = new Random(0xf16 + packMode(mode));
    for (let i = 0; i < PROGRAMS; i++) {
      const inputs = pickInputs(random);
      const { instructions, registers } = generateProgram(random, chip, mode, inputs);
      expect(instructions.length).toBe(STEPS);
      const scene = makeScene(chip, mode, inputs, instructions);
      const results = { model: getFinalWords(scene), reference: runReference(scene) };
      for (const [source, words] of Object.entries(results)) {
        expect(describeDifferences(registers, words), `${source} for\n${instructions.join('\n')}`).toEqual(
          [],
        );
      }
    }
  });
});
