import type {
  CounterName,
  Gfx,
  Instruction,
  InstructionKind,
  MemorySpace,
  RegisterUse,
} from '../../../arch/index.js';
import { COUNTER_NAMES, factsOf, getCounter, isDataShare } from '../../../arch/index.js';
import { getCertainRegisters, returnsOutOfOrder } from '../program/certain-registers.js';

/** Memory spaces that are shared between waves on the vector path. */
const SHARED_SPACES: readonly MemorySpace[] = ['buffer', 'image', 'global', 'flat'];

/** Memory spaces whose accesses return independently of all others, even on a shared counter. */
const SEPARATE_SPACES: readonly MemorySpace[] = ['scalar', 'lds', 'gds'];

const NO_REGISTERS: RegisterUse = { scalars: [], vectors: [] };

/** An operation that no counter wait on the path has covered yet. */
export interface Outstanding {
  readonly instruction: Instruction;
  readonly counter: CounterName;
  /**
   * The kind of operation. Operations of the same kind may return in order, but different kinds on the same counter
   * complete independently.
   */
  readonly kind: MemorySpace | InstructionKind | 'vector';
  /** Registers that the operation has not written yet. */
  readonly writes: RegisterUse;
  /** Vector registers that the operation may still read: the data of an export or a GDS access. */
  readonly reads: readonly number[];
  /** The memory object that is accessed, as numbered by `ScalarFile.getObject`; undefined if there is none. */
  readonly object: number | undefined;
  /** Whether the operation can conflict with accesses by other waves on the vector path. */
  readonly shared: boolean;
  /** Whether the operation is shared and was issued between the end of the entry wait and the exit. */
  readonly inside: boolean;
  /**
   * Whether the operation may return before an older one of the same kind. This applies to scalar loads and, on
   * GFX9, to flat accesses, which may go to LDS.
   */
  readonly outOfOrder: boolean;
  /** Whether a later access on the same counter may write a register first (GFX12: any vector load). */
  readonly writesOutOfOrder: boolean;
  /** Whether a wait with a non-zero count would have covered the operation if operations returned in order. */
  readonly assumedReturned: boolean;
}

/**
 * Returns the operations that an instruction leaves outstanding. Like an export, a GDS access needs its registers
 * until the bus has read them.
 */
export function getOutstanding(
  instruction: Instruction,
  object: number | undefined,
  isInSection: boolean,
  gfx: Gfx,
): readonly Outstanding[] {
  const { memory, kind } = instruction;
  if (memory !== undefined) {
    const access = createAccess(instruction, memory, object, isInSection, gfx);
    if (memory.space === 'flat') return [createLdsAccess(access, gfx), access];
    return memory.space === 'gds' ? [access, createExport(instruction)] : [access];
  }
  if (kind === 'parameter-load')
    return [{ ...createExport(instruction), kind, writes: instruction.defines, reads: [] }];
  return kind === 'export' ? [createExport(instruction)] : NO_OPERATIONS;
}

const NO_OPERATIONS: readonly Outstanding[] = [];

function createAccess(
  instruction: Instruction,
  { space, counter }: NonNullable<Instruction['memory']>,
  object: number | undefined,
  isInSection: boolean,
  gfx: Gfx,
): Outstanding {
  const isUnordered = returnsOutOfOrder(gfx, space);
  return {
    instruction,
    counter,
    kind: SEPARATE_SPACES.includes(space) ? space : 'vector',
    writes: instruction.defines,
    reads: [],
    object,
    shared: SHARED_SPACES.includes(space),
    inside: isInSection && SHARED_SPACES.includes(space),
    outOfOrder: isUnordered,
    writesOutOfOrder: writesOutOfOrder(gfx, space),
    assumedReturned: false,
  };
}

/** Whether a later load on the same counter may write its registers first (GFX12: any vector load). */
export function writesOutOfOrder(gfx: Gfx, space: MemorySpace): boolean {
  return returnsOutOfOrder(gfx, space) || (!factsOf(gfx).loadsWriteInOrder && !isDataShare(space));
}

/** Creates an export operation, which reads its data from the instruction's registers. */
function createExport(instruction: Instruction): Outstanding {
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
    writesOutOfOrder: false,
    assumedReturned: false,
  };
}

/**
 * Creates the LDS part of a flat access, which also increments the LDS counter. On GFX10 and later, it returns
 * in order with other LDS accesses (LLVM, GCNSubtarget::hasFlatLgkmVMemCountInOrder).
 */
function createLdsAccess(access: Outstanding, gfx: Gfx): Outstanding {
  const counter = getCounter(gfx, 'local');
  return { ...access, counter, kind: 'lds', object: undefined, shared: false, inside: false };
}

/**
 * The largest count that any wait in a program allows on each counter: 0 if there are no waits, or only waits for zero.
 */
export type LargestWaits = Readonly<Record<CounterName, number>>;

/** Returns the largest count that any of the given instructions allows on each counter. */
export function findLargestWaits(instructions: readonly Instruction[]): LargestWaits {
  const largest = Object.fromEntries(COUNTER_NAMES.map((counter) => [counter, 0])) as Record<
    CounterName,
    number
  >;
  for (const { wait } of instructions)
    for (const counter of COUNTER_NAMES) largest[counter] = Math.max(largest[counter], wait?.[counter] ?? 0);
  return largest;
}

/** Maximum number of operations tracked for each instruction. If a loop issues more, only the latest are kept. */
const MAX_REPEATS = 3;

/**
 * Returns the list with another operation added. Keeps no more than `MAX_REPEATS` operations with the same
 * instruction, object and counter, and at most one more than any wait allows.
 */
export function addOperation(
  list: readonly Outstanding[],
  operation: Outstanding,
  largestWaits: LargestWaits,
): readonly Outstanding[] {
  const maxCount = Math.min(MAX_REPEATS, largestWaits[operation.counter] + 1);
  const duplicates = list.filter(
    ({ instruction, object, counter }) =>
      instruction === operation.instruction && object === operation.object && counter === operation.counter,
  );
  const kept = duplicates.length < maxCount ? list : list.filter((other) => other !== duplicates[0]);
  return [...kept, operation];
}

/**
 * Returns a key for outstanding operations: in order for counters with a non-zero wait, and as a set for all others.
 */
export function formatKey(list: readonly Outstanding[], largestWaits: LargestWaits): string {
  const ordered: string[] = [];
  const set: string[] = [];
  for (const { instruction, object, counter, assumedReturned } of list)
    (largestWaits[counter] > 0 ? ordered : set).push(
      `${instruction.index}.${object}.${counter}.${assumedReturned}`,
    );
  return set.length > 1 ? `${ordered}|${set.sort()}` : `${ordered}|${set}`;
}

/**
 * Returns the operations that are still outstanding after a wait. A wait for count n covers all but the last n
 * operations of each kind, but covers operations that may return out of order only if n is 0.
 */
export function applyWait(
  list: readonly Outstanding[],
  wait: NonNullable<Instruction['wait']>,
): readonly Outstanding[] {
  return COUNTER_NAMES.reduce<readonly Outstanding[]>((remaining, counter) => {
    const maxCount = wait[counter];
    return maxCount === undefined ? remaining : applyCountWait(remaining, counter, maxCount);
  }, list);
}

function applyCountWait(list: readonly Outstanding[], counter: CounterName, maxCount: number) {
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
 * Returns the first operation with registers that an instruction reads or overwrites too early, or undefined if
 * there is none.
 *
 * @param hasDisjointLanes returns whether the instruction and the operation use disjoint lanes
 */
export function findConflict(
  list: readonly Outstanding[],
  instruction: Instruction,
  hasDisjointLanes: (operation: Instruction) => boolean = () => false,
): { readonly operation: Outstanding; readonly reads: boolean } | undefined {
  const { uses, defines } = getCertainRegisters(instruction);
  for (const operation of list) {
    const reads = overlaps(uses, operation.writes);
    const overwrites = !returnsInOrder(operation, instruction) && overlaps(defines, operation.writes);
    if ((reads || overwrites) && !hasDisjointLanes(operation.instruction)) return { operation, reads };
    if (returnsInOrder(operation, instruction)) continue;
    if (intersects(operation.reads, defines.vectors)) return { operation, reads: false };
  }
  return undefined;
}

/**
 * Whether an instruction is a load that returns in order on the operation's counter, so that it writes its result
 * after the operation's.
 */
function returnsInOrder(operation: Outstanding, { memory, kind }: Instruction): boolean {
  if (operation.writesOutOfOrder || operation.reads.length > 0) return false;
  return memory?.counter === operation.counter || (kind === 'parameter-load' && operation.counter === 'exp');
}

/** Whether two instructions have a register in common. */
export function overlaps(a: RegisterUse, b: RegisterUse): boolean {
  return intersects(a.vectors, b.vectors) || intersects(a.scalars, b.scalars);
}

function intersects(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (b.includes(a[i])) return true;
  return false;
}
