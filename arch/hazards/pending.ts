import type { Instruction } from '../isa/instruction.js';
import { type HazardFacts, isIn } from './facts.js';
import type { Form, Registers, Stage } from './row.js';

/** What an instruction has left pending on a path. It grows older in place, so each state has its own. */
export interface Pending {
  readonly stage: number;
  readonly register: number;
  age: number;
  readonly steps: HazardSteps;
}

/** The instructions of a hazard and the branches between them, newest first. */
export interface HazardSteps {
  readonly instruction: Instruction;
  /** Whether the instruction belongs to the hazard, rather than being a branch that the path takes. */
  readonly isPart: boolean;
  readonly before: HazardSteps | undefined;
}

/** What is pending at a point of a path, by stage and register. */
export type State = Map<number, Pending>;

/** Larger than all register numbers, including those of register pairs. */
const STAGE_FACTOR = 1 << 17;

function getKey(stage: number, register: number): number {
  return stage * STAGE_FACTOR + register;
}

/** Adds a pending register to a state unless a younger one is there. Returns whether it was added. */
export function keepYoungest(state: State, key: number, pending: Pending): boolean {
  if ((state.get(key)?.age ?? Number.POSITIVE_INFINITY) <= pending.age) return false;
  state.set(key, pending);
  return true;
}

/** How an instruction can be part of a form: its facts, and the registers that it leaves pending or uses. */
interface Use {
  readonly facts: HazardFacts;
  readonly begun: Registers;
  readonly used: Registers;
}

/** Shared by all instructions that come too early after nothing. */
export const NOTHING: readonly Pending[] = [];

/** Moves one form's state past an instruction. Returns what the instruction comes too early after. */
export function advance(form: Form, state: State, instruction: Instruction, use: Use): readonly Pending[] {
  const early = state.size > 0 && use.used.length > 0 ? findEarly(form, state, use) : NOTHING;
  const added = begin(form, state, instruction, use);
  if (state.size > 0) growOlder(form, state, use.facts);
  for (const pending of added) keepYoungest(state, getKey(pending.stage, pending.register), pending);
  return early;
}

function findEarly({ stages, isSafe }: Form, state: State, { facts, used }: Use): readonly Pending[] {
  return used.flatMap((register) => {
    const pending = state.get(getKey(stages.length - 1, register));
    return pending === undefined || isSafe?.(facts, pending.age) === true ? [] : [{ ...pending }];
  });
}

function begin(
  { stages }: Form,
  state: State,
  instruction: Instruction,
  { facts, begun }: Use,
): readonly Pending[] {
  const added: Pending[] = [];
  for (const register of begun)
    added.push({ stage: 0, register, age: 0, steps: { instruction, isPart: true, before: undefined } });
  if (state.size === 0 || !stages.some((stage, i) => i > 0 && mayBegin(stage, facts))) return added;
  for (const { stage, register, age, steps } of state.values()) {
    const next = stages[stage + 1];
    if (next === undefined || !mayBegin(next, facts)) continue;
    const start = next.continues === true ? age + (next.counts?.(facts) ?? 0) : 0;
    if (start >= (next.limit ?? Number.POSITIVE_INFINITY)) continue;
    for (const following of next.begins(facts, register))
      added.push({
        stage: stage + 1,
        register: following,
        age: start,
        steps: { instruction, isPart: true, before: steps },
      });
  }
  return added;
}

function mayBegin({ classes }: Stage, facts: HazardFacts): boolean {
  return classes === undefined || isIn(facts, classes);
}

function growOlder({ stages }: Form, state: State, facts: HazardFacts): void {
  for (const pending of state.values()) {
    const { stage, register } = pending;
    const { ends, counts, limit = Number.POSITIVE_INFINITY } = stages[stage]!;
    const hasEnded = ends?.(facts, register, pending.age) === true;
    pending.age += counts?.(facts) ?? 0;
    if (hasEnded || pending.age >= limit) state.delete(getKey(stage, register));
  }
}
