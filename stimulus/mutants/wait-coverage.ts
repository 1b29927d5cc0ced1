import {
  type CounterName,
  type Gfx,
  getCounter,
  type Instruction,
  type MemorySpace,
  type RegisterUse,
} from '../../arch/index.js';
import type { EditedProgram } from '../programs/edit.js';
import { findSuccessors } from '../programs/flow.js';
import { endsSection, isSharedAccess } from '../programs/places.js';
import { loadsReadOnlyObject } from './objects.js';

/** The count of newer operations saturates at this value. No program's waits allow more outstanding. */
const MAX_NEWER = 15;

/**
 * Finds pairs of an operation and an instruction that depends on it but can be reached without waiting for it. An
 * instruction depends on an operation if it touches the operation's registers. For shared accesses, the end of the
 * section also counts. Operations are tracked one at a time, with a count of the newer operations that return after
 * them.
 */
function findUncoveredPairs(program: EditedProgram): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const operation of program.decoded.instructions) {
    for (const counter of listCounters(operation, program.decoded.gfx)) {
      for (const index of findUncoveredInstructions(program, operation, counter))
        pairs.add(`${operation.index} ${index}`);
    }
  }
  return pairs;
}

/**
 * Returns whether the waits of `changed` cover every operation that the waits of `original` cover. Instructions must
 * be at the same positions in both.
 */
export function coversAllWaits(original: EditedProgram, changed: EditedProgram): boolean {
  const allowed = findUncoveredPairs(original);
  return [...findUncoveredPairs(changed)].every((pair) => allowed.has(pair));
}

/**
 * Returns the counters that an operation increments. A flat access increments the counters of both memories that it
 * may access.
 */
function listCounters({ memory, kind }: Instruction, gfx: Gfx): readonly CounterName[] {
  if (memory !== undefined)
    return memory.space === 'flat' ? [memory.counter, getCounter(gfx, 'local')] : [memory.counter];
  return kind === 'export' || kind === 'parameter-load' ? [getCounter(gfx, 'export')] : [];
}

/**
 * Returns the indices of the instructions that depend on the operation but can be reached without waiting for it.
 */
function findUncoveredInstructions(
  program: EditedProgram,
  operation: Instruction,
  counter: CounterName,
): ReadonlySet<number> {
  const { decoded } = program;
  const uncovered = new Set<number>();
  const encodeState = (index: number, newer: number): number => index * (MAX_NEWER + 1) + newer;
  const states = new Set(findSuccessors(operation, decoded).map((index) => encodeState(index, 0)));
  for (const state of states) {
    const newer = state % (MAX_NEWER + 1);
    const instruction = decoded.instructions[(state - newer) / (MAX_NEWER + 1)];
    const maxOutstanding = instruction.wait?.[counter];
    if (
      maxOutstanding !== undefined &&
      (maxOutstanding === 0 || (newer >= maxOutstanding && returnsInOrder(operation)))
    )
      continue;
    if (dependsOn(program, operation, instruction, counter)) uncovered.add(instruction.index);
    const increment =
      listCounters(instruction, decoded.gfx).includes(counter) &&
      getOrderingClass(instruction) === getOrderingClass(operation)
        ? 1
        : 0;
    for (const next of findSuccessors(instruction, decoded))
      states.add(encodeState(next, Math.min(newer + increment, MAX_NEWER)));
  }
  return uncovered;
}

function returnsInOrder({ memory }: Instruction): boolean {
  return memory?.space !== 'scalar' && memory?.space !== 'flat';
}

/** Memory spaces whose accesses may return out of order with accesses to other spaces. */
const INDEPENDENT_SPACES: readonly MemorySpace[] = ['scalar', 'lds', 'gds'];

/** Returns an operation's ordering class. Operations on one counter only return in order within a class (pops.md 6). */
function getOrderingClass({ memory, kind }: Instruction): string {
  if (memory === undefined) return kind;
  return INDEPENDENT_SPACES.includes(memory.space) ? memory.space : 'vector';
}

/** Returns whether an instruction touches the operation's registers or, if it is a shared access, ends the section. */
function dependsOn(
  program: EditedProgram,
  operation: Instruction,
  instruction: Instruction,
  counter: CounterName,
): boolean {
  const { decoded } = program;
  if (
    isSharedAccess(operation) &&
    endsSection(instruction, program) &&
    !loadsReadOnlyObject(decoded, operation)
  )
    return true;
  if (operation.kind === 'export') return sharesAny(operation.uses, instruction.defines, 'vectors');
  if (sharesRegisters(operation.defines, instruction.uses)) return true;
  const writesLater =
    returnsInOrder(operation) &&
    listCounters(instruction, decoded.gfx).includes(counter) &&
    getOrderingClass(instruction) === getOrderingClass(operation);
  return !writesLater && sharesRegisters(operation.defines, instruction.defines);
}

function sharesRegisters(a: RegisterUse, b: RegisterUse): boolean {
  return sharesAny(a, b, 'scalars') || sharesAny(a, b, 'vectors');
}

function sharesAny(a: RegisterUse, b: RegisterUse, file: keyof RegisterUse): boolean {
  return a[file].some((register) => b[file].includes(register));
}
