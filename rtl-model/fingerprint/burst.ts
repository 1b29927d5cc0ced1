import { type CounterName, type Instruction, type RegisterUse, SCALAR } from '../../arch/index.js';
import { STEP, type WavePlan } from '../spi/wave-plan.js';
import type { Wave } from '../wave.js';
import type { OutstandingOp } from './outstanding.js';

/** What a wave may do in one event, starting from its current instruction. */
export interface Burst {
  /** The current instruction, if other units can see its effects. */
  readonly visible: Instruction | undefined;
  /** The counters that the wave may wait on. */
  readonly waits: ReadonlySet<CounterName>;
  /**
   * The counters that must have reached zero before the wave does anything visible to others. Empty if the current
   * instruction is visible.
   */
  readonly requiredZero: ReadonlySet<CounterName>;
  /** Whether it may write a register that its exports read once they are granted the bus: a VGPR or EXEC. */
  readonly definesExported: boolean;
  /**
   * Whether the wave may access a register that an outstanding operation has yet to write, without first waiting for
   * that operation.
   */
  readonly mayOvertake: boolean;
}

/** A position in the program, and the counters that earlier waits on the path have forced to zero. */
interface Position {
  readonly index: number;
  readonly waited: readonly CounterName[];
}

const EXEC = [SCALAR.EXEC_LO, SCALAR.EXEC_HI];

/** Follows every path through a wave's program up to the next visible instruction. */
export function findBurst({ state, work }: Wave, outstanding: readonly OutstandingOp[]): Burst {
  const { instructions } = work.program;
  const start = state.next;
  const visible = work.steps[start] === STEP.VISIBLE ? instructions[start] : undefined;
  const waits = new Set<CounterName>();
  let [definesExported, mayOvertake] = [false, false];
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
    const { vectors, scalars } = instruction.defines;
    definesExported ||=
      instruction.memory === undefined && (vectors.length > 0 || EXEC.some((half) => scalars.includes(half)));
    mayOvertake ||= outstanding.some(
      ({ counter, registers }) => !waited.includes(counter) && touchesRegisters(instruction, registers),
    );
    if (instruction.kind === 'end') continue;
    if (step === STEP.BRANCH) pending.push({ index: instruction.target, waited });
    pending.push({ index: index + 1, waited });
  }
  const requiredZero = visible === undefined ? findRequiredZero(work, start) : new Set<CounterName>();
  return { visible, waits, requiredZero, definesExported, mayOvertake };
}

/**
 * Returns the counters that must reach zero on the straight-line path from an instruction to the first branch or
 * visible instruction.
 */
function findRequiredZero(
  { program: { instructions }, steps }: WavePlan,
  start: number,
): ReadonlySet<CounterName> {
  const required = new Set<CounterName>();
  for (let index = start; index < instructions.length; index++) {
    if (steps[index] === STEP.BRANCH || steps[index] === STEP.VISIBLE) break;
    for (const [counter, limit] of Object.entries(instructions[index].wait ?? {}))
      if (limit === 0) required.add(counter as CounterName);
  }
  return required;
}

function touchesRegisters({ uses, defines }: Instruction, registers: RegisterUse): boolean {
  return intersect(uses, registers) || intersect(defines, registers);
}

/** Returns whether two register lists have any register in common. */
export function intersect(a: RegisterUse, b: RegisterUse): boolean {
  return (
    a.vectors.some((register) => b.vectors.includes(register)) ||
    a.scalars.some((register) => b.scalars.includes(register))
  );
}
