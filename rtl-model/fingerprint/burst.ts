import type { CounterName, Instruction, RegisterUse } from '../../arch/index.js';
import { STEP, type WavePlan } from '../spi/wave-plan.js';
import type { Wave } from '../wave.js';
import type { Outstanding } from './outstanding.js';

/** What a wave may do in one event, from its current instruction. */
export interface Burst {
  /** Its current instruction, if that is visible to others. */
  readonly visible: Instruction | undefined;
  /** Counters that it may wait for. */
  readonly waits: ReadonlySet<CounterName>;
  /** Counters that must be zero before it does anything visible to others; none if its current instruction is visible. */
  readonly needs: ReadonlySet<CounterName>;
  readonly definesVectors: boolean;
  /** Whether it may touch a register written by an outstanding operation, without waiting for it. */
  readonly overtakes: boolean;
}

/** A place in the program, and the counters that waits on the way have brought to zero. */
interface Place {
  readonly at: number;
  readonly waited: readonly CounterName[];
}

/** Follows a wave's program along every branch up to the next visible instruction. */
export function burstOf({ state, work }: Wave, outstanding: readonly Outstanding[]): Burst {
  const { instructions } = work.program;
  const start = state.next;
  const visible = work.steps[start] === STEP.VISIBLE ? instructions[start] : undefined;
  const waits = new Set<CounterName>();
  let [definesVectors, overtakes] = [false, false];
  const seen = new Set<string>();
  const open: Place[] = [{ at: start, waited: [] }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { at } = place;
    const instruction = instructions[at];
    const key = `${at} ${place.waited.join()}`;
    if (instruction === undefined || seen.has(key)) continue;
    seen.add(key);
    const step = work.steps[at];
    if (step === STEP.VISIBLE && (at !== start || seen.size > 1)) continue;
    let { waited } = place;
    for (const [counter, most] of Object.entries(instruction.wait ?? {}) as [CounterName, number][]) {
      waits.add(counter);
      if (most === 0 && !waited.includes(counter)) waited = [...waited, counter].sort();
    }
    definesVectors ||= instruction.defines.vectors.length > 0 && instruction.memory === undefined;
    overtakes ||= outstanding.some(
      ({ counter, registers }) => !waited.includes(counter) && touches(instruction, registers),
    );
    if (instruction.kind === 'end') continue;
    if (step === STEP.BRANCH) open.push({ at: instruction.target, waited });
    open.push({ at: at + 1, waited });
  }
  const needs = visible === undefined ? needsOf(work, start) : new Set<CounterName>();
  return { visible, waits, needs, definesVectors, overtakes };
}

/** Counters that must be zero in the straight line from an instruction, before the first branch or visible instruction. */
function needsOf({ program: { instructions }, steps }: WavePlan, start: number): ReadonlySet<CounterName> {
  const needs = new Set<CounterName>();
  for (let at = start; at < instructions.length; at++) {
    if (steps[at] === STEP.BRANCH || steps[at] === STEP.VISIBLE) break;
    for (const [counter, most] of Object.entries(instructions[at].wait ?? {}))
      if (most === 0) needs.add(counter as CounterName);
  }
  return needs;
}

function touches({ uses, defines }: Instruction, registers: RegisterUse): boolean {
  return intersect(uses, registers) || intersect(defines, registers);
}

/** Whether two register lists have a register in common. */
export function intersect(one: RegisterUse, other: RegisterUse): boolean {
  return (
    one.vectors.some((register) => other.vectors.includes(register)) ||
    one.scalars.some((register) => other.scalars.includes(register))
  );
}
