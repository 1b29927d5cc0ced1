import {
  chipOf,
  decodeProgram,
  getInstructionSet,
  type InstructionSet,
  type WaveSize,
} from '../../arch/index.js';
import type { Draw, Program, Scenario } from '../../transactions/index.js';
import { generateChunks } from '../inevitability/chunks.js';
import type { FailingCase, FailureProbe } from './failure-probe.js';
import { isNotLarger, NOP_WORD, type SizeTest } from './scenario-size.js';
import {
  keepOnly,
  listPrimitives,
  type Pass,
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
async function sweep<Part>(
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

/** Returns the number of other schedules under which to try a candidate with the given number of primitives. */
export type Effort = (primitives: number) => number;

/** A way to simplify a case. Returns its input unchanged if it finds nothing simpler. */
export type Step = (from: FailingCase, search: Search) => Promise<FailingCase>;

/** Tries candidates and reports the accepted ones. */
export class Search {
  constructor(
    readonly probe: FailureProbe,
    private readonly onStep: (best: FailingCase) => void,
  ) {}

  /**
   * Returns the candidate as a failing case, or undefined if it does not reproduce the failure or is too large compared
   * with `current`.
   */
  async tryCandidate(
    candidate: Scenario,
    current: FailingCase,
    effort: Effort,
    isAcceptable: SizeTest = isNotLarger,
  ): Promise<FailingCase | undefined> {
    const primitives = candidate.draws.reduce((sum, { depths }) => sum + depths.length, 0);
    const found = await this.probe.reproduce(candidate, effort(primitives));
    if (found === undefined || !isAcceptable(found.size, current.size)) return undefined;
    this.onStep(found);
    return found;
  }

  /** Cycles through the steps until none of them finds anything simpler. */
  async runToFixpoint(start: FailingCase, steps: readonly Step[]): Promise<FailingCase> {
    let best = start;
    for (
      let index = 0, fruitlessSteps = 0;
      fruitlessSteps < steps.length && !this.probe.hasExpired();
      index++
    ) {
      const next = await steps[index % steps.length]!(best, this);
      fruitlessSteps = next === best ? fruitlessSteps + 1 : 1;
      best = next;
    }
    return best;
  }
}

/**
 * Repeatedly replaces the case with the first acceptable candidate of a pass. If the pass never runs out of candidates,
 * `isAcceptable` must accept only smaller ones.
 */
export function repeatPass(pass: Pass, effort: Effort, isAcceptable: SizeTest = isNotLarger): Step {
  return async (from, search) => {
    let best = from;
    for (let next: FailingCase | undefined = from; next !== undefined; ) {
      best = next;
      next = await findFirstAcceptable(best, pass, effort, isAcceptable, search);
    }
    return best;
  };
}

/** Repeats a sweep over the parts until nothing changes. */
export function repeatSweep<Part>(parts: Sweep<Part>, effort: Effort): Step {
  return async (from, search) => {
    let best = from;
    for (let before: FailingCase | undefined; best !== before; ) {
      before = best;
      best = await sweep(best, parts, (candidate, current) =>
        search.tryCandidate(candidate, current, effort),
      );
    }
    return best;
  };
}

async function findFirstAcceptable(
  current: FailingCase,
  pass: Pass,
  effort: Effort,
  isAcceptable: SizeTest,
  search: Search,
): Promise<FailingCase | undefined> {
  for (const candidate of pass(current)) {
    if (search.probe.hasExpired()) return undefined;
    const found = await search.tryCandidate(candidate, current, effort, isAcceptable);
    if (found !== undefined) return found;
  }
  return undefined;
}
