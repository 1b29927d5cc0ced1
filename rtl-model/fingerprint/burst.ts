import type { CounterName, Instruction, RegisterUse } from '../../arch/index.js';
import { STEP, type WavePlan } from '../spi/wave-plan.js';
import type { Wave } from '../wave.js';
import type { Outstanding } from './outstanding.js';

/** What a wave may do in one event, starting from its current instruction. */
export interface Burst {
  /** The current instruction, if other units can see its effects. */
  readonly visible: Instruction | undefined;
  /** The counters for which the wave may wait. */
  readonly waits: ReadonlySet<CounterName>;
  /**
   * The counters that must be zero before the wave does anything visible to others. Empty if the current instruction is
   * visible.
   */
  readonly needs: ReadonlySet<CounterName>;
  readonly definesVectors: boolean;
  /**
   * Whether the wave may access a register that an outstanding operation will write, without waiting for that
   * operation.
   */
  readonly overtakes: boolean;
}

/** A position in the program, and the counters for which waits on the way there require zero. */
interface Position {
  readonly index: number;
  readonly waited: readonly CounterName[];
}

/** Follows every path through a wave's program up to the next visible instruction. */
export function findBurst({ state, work }: Wave, outstanding: readonly Outstanding[]): Burst {
  const { instructions } = work.program;
  const start = state.next;
  const visible = work.steps[start] === STEP.VISIBLE ? instructions[start] : undefined;
  const waits = new Set<CounterName>();
  let [definesVectors, overtakes] = [false, false];
  const seen = new Set<string>();
  const pending: Position[] = [{ index: start, waited: [] }];
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    const { index } = position;
    const instruction = instructions[index];
    const key = `${index} ${position.waited.join()}`;
    if (instruction === undefined || seen.has(key)) continue;
    seen.add(key);
    const step = work.steps[index];
    if (step === STEP.VISIBLE && (index !== start || seen.size > 1)) continue;
    let { waited } = position;
    for (const [counter, limit] of Object.entries(instruction.wait ?? {}) as [CounterName, number][]) {
      waits.add(counter);
      if (limit === 0 && !waited.includes(counter)) waited = [...waited, counter].sort();
    }
    definesVectors ||= instruction.defines.vectors.length > 0 && instruction.memory === undefined;
    overtakes ||= outstanding.some(
      ({ counter, registers }) => !waited.includes(counter) && touches(instruction, registers),
    );
    if (instruction.kind === 'end') continue;
    if (step === STEP.BRANCH) pending.push({ index: instruction.target, waited });
    pending.push({ index: index + 1, waited });
  }
  const needs = visible === undefined ? findNeeds(work, start) : new Set<CounterName>();
  return { visible, waits, needs, definesVectors, overtakes };
}

/**
 * The counters that must reach zero on the straight path from an instruction to the first branch or visible
 * instruction.
 */
function findNeeds({ program: { instructions }, steps }: WavePlan, start: number): ReadonlySet<CounterName> {
  const needs = new Set<CounterName>();
  for (let index = start; index < instructions.length; index++) {
    if (steps[index] === STEP.BRANCH || steps[index] === STEP.VISIBLE) break;
    for (const [counter, limit] of Object.entries(instructions[index].wait ?? {}))
      if (limit === 0) needs.add(counter as CounterName);
  }
  return needs;
}

function touches({ uses, defines }: Instruction, registers: RegisterUse): boolean {
  return intersect(uses, registers) || intersect(defines, registers);
}

/** Whether two register lists have any register in common. */
export function intersect(a: RegisterUse, b: RegisterUse): boolean {
  return (
    a.vectors.some((register) => b.vectors.includes(register)) ||
    a.scalars.some((register) => b.scalars.includes(register))
  );
}
