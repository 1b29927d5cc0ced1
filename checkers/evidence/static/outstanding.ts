import type {
  CounterName,
  Gfx,
  Instruction,
  InstructionKind,
  MemorySpace,
  RegisterUse,
} from '../../../arch/index.js';
import { COUNTER_NAMES, counterOf, factsOf } from '../../../arch/index.js';
import { certainRegisters } from '../program/certain-registers.js';

/** Spaces that vector accesses of different waves share. */
const SHARED_SPACES: readonly MemorySpace[] = ['buffer', 'image', 'global', 'flat'];

/** Spaces whose accesses return independently, even on a shared counter. */
const SEPARATE_SPACES: readonly MemorySpace[] = ['scalar', 'lds', 'gds'];

const NO_REGISTERS: RegisterUse = { scalars: [], vectors: [] };

/** An operation on a path that no counter wait has covered yet. */
export interface Outstanding {
  readonly instruction: Instruction;
  readonly counter: CounterName;
  /**
   * The kind of operation. Operations of one kind may return in order, but kinds that share a counter never
   * wait for each other.
   */
  readonly kind: MemorySpace | InstructionKind | 'vector';
  /** The registers that it will write. */
  readonly writes: RegisterUse;
  /** The vector registers that it may still read: the data of an export, or of a GDS access. */
  readonly reads: readonly number[];
  /** The memory object that it accesses, as numbered by `ScalarFile.objectOf`; undefined if there is none. */
  readonly object: number | undefined;
  /** Whether it can conflict with other waves' accesses on the vector path. */
  readonly shared: boolean;
  /** Whether it is shared and was issued between the end of the entry wait and the exit. */
  readonly inside: boolean;
  /**
   * Whether it may return before an older operation of the same kind. This is true of scalar loads and, on
   * GFX9, of flat accesses, which may go to LDS.
   */
  readonly outOfOrder: boolean;
  /** Whether a wait with a non-zero count would have covered it if operations returned in order. */
  readonly assumedReturned: boolean;
}

/**
 * Returns the operations that an instruction leaves outstanding. `isInSection` says whether the path is in its
 * section. Like an export, a GDS access holds its registers until the bus reads them.
 */
export function outstandingOf(
  instruction: Instruction,
  object: number | undefined,
  isInSection: boolean,
  gfx: Gfx,
): readonly Outstanding[] {
  const { memory, kind } = instruction;
  if (memory !== undefined) {
    const access = accessOf(instruction, memory, object, isInSection, gfx);
    if (memory.space === 'flat') return [ldsPartOf(access, gfx), access];
    return memory.space === 'gds' ? [access, sendingOperation(instruction)] : [access];
  }
  if (kind === 'parameter-load')
    return [{ ...sendingOperation(instruction), kind, writes: instruction.defines, reads: [] }];
  return kind === 'export' ? [sendingOperation(instruction)] : NOTHING;
}

const NOTHING: readonly Outstanding[] = [];

function accessOf(
  instruction: Instruction,
  { space, counter }: NonNullable<Instruction['memory']>,
  object: number | undefined,
  isInSection: boolean,
  gfx: Gfx,
): Outstanding {
  return {
    instruction,
    counter,
    kind: SEPARATE_SPACES.includes(space) ? space : 'vector',
    writes: instruction.defines,
    reads: [],
    object,
    shared: SHARED_SPACES.includes(space),
    inside: isInSection && SHARED_SPACES.includes(space),
    outOfOrder: space === 'scalar' || (space === 'flat' && factsOf(gfx).flatReturnsOutOfOrder),
    assumedReturned: false,
  };
}

/** Returns the operation that sends data from an instruction's registers. */
function sendingOperation(instruction: Instruction): Outstanding {
  return {
    instruction,
    counter: 'exp',
    kind: 'export',
    writes: NO_REGISTERS,
    reads: instruction.uses.vectors,
    object: undefined,
    shared: false,
    inside: false,
    outOfOrder: false,
    assumedReturned: false,
  };
}

/**
 * Returns the LDS part of a flat access, which also counts on the LDS counter. From GFX10 on, it returns in
 * order with other LDS accesses (LLVM, GCNSubtarget::hasFlatLgkmVMemCountInOrder).
 */
function ldsPartOf(access: Outstanding, gfx: Gfx): Outstanding {
  const counter = counterOf(gfx, 'local');
  return { ...access, counter, kind: 'lds', object: undefined, shared: false, inside: false };
}

/**
 * The largest count that any wait of a program allows on each counter, or 0 if there are no waits or all of
 * them are for zero.
 */
export type LargestWaits = Readonly<Record<CounterName, number>>;

/** Returns the largest waits of a program's instructions. */
export function largestWaits(instructions: readonly Instruction[]): LargestWaits {
  const largest = Object.fromEntries(COUNTER_NAMES.map((counter) => [counter, 0])) as Record<
    CounterName,
    number
  >;
  for (const { wait } of instructions)
    for (const counter of COUNTER_NAMES) largest[counter] = Math.max(largest[counter], wait?.[counter] ?? 0);
  return largest;
}

/**
 * Maximum number of operations per instruction that are tracked separately. If a loop issues more, the newest
 * are kept.
 */
const MAX_REPEATS = 3;

/**
 * Returns the list with one more operation. Of the operations with the same instruction, object and counter,
 * it keeps at most one more than any wait allows, and at most `MAX_REPEATS`.
 */
export function withOperation(
  list: readonly Outstanding[],
  operation: Outstanding,
  largest: LargestWaits,
): readonly Outstanding[] {
  const maxCount = Math.min(MAX_REPEATS, largest[operation.counter] + 1);
  const same = list.filter(
    ({ instruction, object, counter }) =>
      instruction === operation.instruction && object === operation.object && counter === operation.counter,
  );
  const kept = same.length < maxCount ? list : list.filter((other) => other !== same[0]);
  return [...kept, operation];
}

/**
 * Formats outstanding operations as a key: in order if some wait allows the newest to remain, and as a set if
 * all waits are for zero.
 */
export function keyOf(list: readonly Outstanding[], largest: LargestWaits): string {
  const ordered: string[] = [];
  const set: string[] = [];
  for (const { instruction, object, counter, assumedReturned } of list)
    (largest[counter] > 0 ? ordered : set).push(
      `${instruction.index}.${object}.${counter}.${assumedReturned}`,
    );
  return set.length > 1 ? `${ordered}|${set.sort()}` : `${ordered}|${set}`;
}

/**
 * Returns what remains after a wait. All but the newest n operations of each kind are covered, except that
 * those that may return out of order are covered only for n = 0.
 */
export function afterWait(
  list: readonly Outstanding[],
  wait: NonNullable<Instruction['wait']>,
): readonly Outstanding[] {
  return COUNTER_NAMES.reduce<readonly Outstanding[]>((remaining, counter) => {
    const maxCount = wait[counter];
    return maxCount === undefined ? remaining : afterCount(remaining, counter, maxCount);
  }, list);
}

function afterCount(
  list: readonly Outstanding[],
  counter: CounterName,
  maxCount: number,
): readonly Outstanding[] {
  const onCounter = list.filter((operation) => operation.counter === counter);
  if (onCounter.length === 0) return list;
  return list.flatMap((operation) => {
    if (operation.counter !== counter) return [operation];
    const newer = onCounter.slice(onCounter.indexOf(operation) + 1);
    const newerOfKind = newer.filter(({ kind }) => kind === operation.kind);
    if (maxCount === 0 || (newerOfKind.length >= maxCount && !operation.outOfOrder)) return [];
    if (operation.assumedReturned || newer.length < maxCount) return [operation];
    return [{ ...operation, assumedReturned: true }];
  });
}

/**
 * Returns the operation whose registers an instruction reads or overwrites too early, or undefined.
 *
 * @param hasDisjointLanes returns whether the instruction touches the registers only in lanes that the
 *   operation does not use
 */
export function conflict(
  list: readonly Outstanding[],
  instruction: Instruction,
  hasDisjointLanes: (operation: Instruction) => boolean = () => false,
): { readonly operation: Outstanding; readonly reads: boolean } | undefined {
  const { uses, defines } = certainRegisters(instruction);
  for (const operation of list) {
    const reads = shareRegisters(uses, operation.writes);
    const overwrites = !returnsInOrder(operation, instruction) && shareRegisters(defines, operation.writes);
    if ((reads || overwrites) && !hasDisjointLanes(operation.instruction)) return { operation, reads };
    if (returnsInOrder(operation, instruction)) continue;
    if (intersects(operation.reads, defines.vectors)) {
      return { operation, reads: false };
    }
  }
  return undefined;
}

/**
 * Returns whether the instruction is an in-order load on the same counter, so that it writes after the
 * operation.
 */
function returnsInOrder(operation: Outstanding, { memory, kind }: Instruction): boolean {
  if (operation.outOfOrder || operation.reads.length > 0) return false;
  return memory?.counter === operation.counter || (kind === 'parameter-load' && operation.counter === 'exp');
}

function shareRegisters(a: RegisterUse, b: RegisterUse): boolean {
  return intersects(a.vectors, b.vectors) || intersects(a.scalars, b.scalars);
}

function intersects(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (b.includes(a[i])) return true;
  return false;
}
