import {
  chipOf,
  decodeProgram,
  getInstructionSet,
  type InstructionSet,
  type WaveSize,
} from '../../arch/index.js';
import type { Draw, Program, Scenario } from '../../transactions/index.js';
import { generateChunks } from '../inevitability/chunks.js';
import type { FailingCase } from './failure-probe.js';
import { NOP_WORD } from './scenario-size.js';
import {
  keepOnly,
  listPrimitives,
  type PrimitiveReference,
  withoutExpectedMemory,
} from './structure-passes.js';

/** Lists and removes parts of one kind. */
export interface Sweep<Part> {
  readonly parts: (scenario: Scenario) => readonly Part[];
  /** Returns the scenario without the given parts, or undefined if nothing would remain. */
  readonly without: (scenario: Scenario, parts: readonly Part[]) => Scenario | undefined;
}

interface ProgramWords {
  readonly program: number;
  readonly from: number;
  readonly to: number;
}

/** Replaces instructions with `s_nop`, including section operations but not instructions that end a wave. */
export const instructionSweep: Sweep<ProgramWords> = {
  parts: ({ chip, programs, wave }) =>
    programs.flatMap((program, index) =>
      listInstructions(program, index, getInstructionSet(chipOf(chip)), wave),
    ),
  without: (scenario, parts) => ({
    ...scenario,
    programs: scenario.programs.map((program, index) =>
      withNops(
        program,
        parts.filter((part) => part.program === index),
      ),
    ),
  }),
};

/** Removes primitives, along with draws that become empty. */
export const primitiveSweep: Sweep<PrimitiveReference> = {
  parts: ({ draws }) => listPrimitives({ draws }),
  without: (scenario, removed) => {
    const kept = listPrimitives(scenario).filter(
      (primitive) => !removed.some((candidate) => isSame(candidate, primitive)),
    );
    return kept.length === 0 ? undefined : withoutExpectedMemory(keepOnly(scenario, kept));
  },
};

/** Resets registers to their defaults by removing them from all draws at once. */
export const registerSweep: Sweep<string> = {
  parts: ({ draws }) => [...new Set(draws.flatMap(({ registers }) => Object.keys(registers)))],
  without: (scenario, names) => ({
    ...scenario,
    draws: scenario.draws.map((draw) => withoutRegisters(draw, names)),
  }),
};

/**
 * Makes one pass over the parts and returns the reduced case. Each candidate removes a chunk of the remaining parts,
 * from all of them down to single parts. This tries about two candidates per part; restarting after each success would
 * make it quadratic.
 */
export async function sweep<Part>(
  start: FailingCase,
  { parts, without }: Sweep<Part>,
  accept: (candidate: Scenario, current: FailingCase) => Promise<FailingCase | undefined>,
): Promise<FailingCase> {
  let best = start;
  const allParts = parts(start.scenario);
  const removed = new Set<Part>();
  for (const [from, to] of generateChunks(allParts.length)) {
    const chunk = allParts.slice(from, to).filter((part) => !removed.has(part));
    if (chunk.length === 0) continue;
    const { schedule } = best.scenario;
    // Start from the initial scenario, since the parts refer to positions in it.
    const candidate = without({ ...start.scenario, schedule }, [...removed, ...chunk]);
    const found = candidate && (await accept(candidate, best));
    if (found === undefined) continue;
    best = found;
    for (const part of chunk) removed.add(part);
  }
  return best;
}

function listInstructions(
  { words }: Program,
  program: number,
  set: InstructionSet,
  wave: WaveSize,
): ProgramWords[] {
  return decodeProgram(words, set, wave)
    .instructions.filter(({ kind, mnemonic }) => kind !== 'nop' && !mnemonic.startsWith('s_endpgm'))
    .map(({ pc, words: instructionWords }) => ({
      program,
      from: pc / 4,
      to: pc / 4 + instructionWords.length,
    }));
}

function withNops(program: Program, parts: readonly ProgramWords[]): Program {
  if (parts.length === 0) return program;
  const words = [...program.words];
  for (const { from, to } of parts) words.fill(NOP_WORD, from, to);
  return { ...program, words };
}

function withoutRegisters(draw: Draw, names: readonly string[]): Draw {
  const registers = Object.fromEntries(
    Object.entries(draw.registers).filter(([name]) => !names.includes(name)),
  );
  return { ...draw, registers };
}

function isSame(a: PrimitiveReference, b: PrimitiveReference): boolean {
  return a.draw === b.draw && a.primitive === b.primitive;
}
