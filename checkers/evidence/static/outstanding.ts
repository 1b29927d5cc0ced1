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

/** An operation of a path that no counter wait has covered yet. */
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
  /** The vector registers that it may still read: the data of an export, or of a global data share access. */
  readonly reads: readonly number[];
  /** The memory object that it accesses, as numbered by `ScalarFile.objectOf`; undefined if there is none. */
  readonly object: number | undefined;
  /** Whether it can conflict with other waves' accesses on the vector path. */
  readonly shared: boolean;
  /** Whether it is shared and was issued between the end of the entry wait and the exit. */
  readonly inside: boolean;
  /**
   * Whether it may return before an older operation of its kind, as scalar loads do, and on GFX9 also flat
   * accesses, which may go to LDS.
   */
  readonly outOfOrder: boolean;
  /** Whether some wait with a non-zero count would cover it if returns came in order. */
  readonly trusted: boolean;
}

/**
 * Returns the operations that an instruction leaves outstanding. `isInSection` says whether the path is in
 * its section. Like an export, a global data share access holds its registers until the bus reads them.
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
    if (memory.space === 'flat') return [asLocal(access, gfx), access];
    return memory.space === 'gds' ? [access, sentBy(instruction)] : [access];
  }
  if (kind === 'parameter-load')
    return [{ ...sentBy(instruction), kind, writes: instruction.defines, reads: [] }];
  return kind === 'export' ? [sentBy(instruction)] : NOTHING;
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
    trusted: false,
  };
}

/** Returns the operation that sends data from an instruction's registers. */
function sentBy(instruction: Instruction): Outstanding {
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
    trusted: false,
  };
}

/**
 * Returns the part of a flat access that the local data share may have to answer. The access also counts
 * there. From GFX10 on, its answers are in order with those of other local data share accesses (LLVM,
 * GCNSubtarget::hasFlatLgkmVMemCountInOrder).
 */
function asLocal(access: Outstanding, gfx: Gfx): Outstanding {
  const counter = counterOf(gfx, 'local');
  return { ...access, counter, kind: 'lds', object: undefined, shared: false, inside: false };
}

/**
 * The maximum count that some wait of a program allows on each counter, or 0 if it has no wait or only
 * complete ones.
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
 * Maximum number of operations per instruction that are distinguished. If a loop issues more, the newest are
 * kept.
 */
const REPEATS_MAX = 3;

/**
 * Returns the list with one more operation. Of the operations with the same instruction, object and counter,
 * it keeps at most one more than any wait allows, and at most `REPEATS_MAX`.
 */
export function withOperation(
  list: readonly Outstanding[],
  operation: Outstanding,
  largest: LargestWaits,
): readonly Outstanding[] {
  const countMax = Math.min(REPEATS_MAX, largest[operation.counter] + 1);
  const same = list.filter(
    ({ instruction, object, counter }) =>
      instruction === operation.instruction && object === operation.object && counter === operation.counter,
  );
  const kept = same.length < countMax ? list : list.filter((other) => other !== same[0]);
  return [...kept, operation];
}

/**
 * Formats outstanding operations as a key: in order if some wait allows the newest to remain, and as a set if
 * all waits are complete.
 */
export function keyOf(list: readonly Outstanding[], largest: LargestWaits): string {
  const ordered: string[] = [];
  const set: string[] = [];
  for (const { instruction, object, counter, trusted } of list)
    (largest[counter] > 0 ? ordered : set).push(`${instruction.index}.${object}.${counter}.${trusted}`);
  return set.length > 1 ? `${ordered}|${set.sort()}` : `${ordered}|${set}`;
}

/**
 * Returns what remains after a wait. All but the newest n operations of each kind are covered, but those that
 * may return out of order are covered only for n = 0.
 */
export function afterWait(
  list: readonly Outstanding[],
  wait: NonNullable<Instruction['wait']>,
): readonly Outstanding[] {
  return COUNTER_NAMES.reduce<readonly Outstanding[]>((remaining, counter) => {
    const countMax = wait[counter];
    return countMax === undefined ? remaining : afterCount(remaining, counter, countMax);
  }, list);
}

function afterCount(
  list: readonly Outstanding[],
  counter: CounterName,
  countMax: number,
): readonly Outstanding[] {
  const onCounter = list.filter((operation) => operation.counter === counter);
  if (onCounter.length === 0) return list;
  return list.flatMap((operation) => {
    if (operation.counter !== counter) return [operation];
    const newer = onCounter.slice(onCounter.indexOf(operation) + 1);
    const newerOfKind = newer.filter(({ kind }) => kind === operation.kind);
    if (countMax === 0 || (newerOfKind.length >= countMax && !operation.outOfOrder)) return [];
    if (operation.trusted || newer.length < countMax) return [operation];
    return [{ ...operation, trusted: true }];
  });
}

/**
 * Returns the operation whose registers an instruction reads or overwrites too early, or undefined.
 *
 * @param isSpared returns whether the instruction touches the registers only in lanes other than the operation's
 */
export function conflict(
  list: readonly Outstanding[],
  instruction: Instruction,
  isSpared: (operation: Instruction) => boolean = () => false,
): { readonly operation: Outstanding; readonly reads: boolean } | undefined {
  const { uses, defines } = certainRegisters(instruction);
  for (const operation of list) {
    const reads = shareRegisters(uses, operation.writes);
    const overwrites = !returnsInOrder(operation, instruction) && shareRegisters(defines, operation.writes);
    if ((reads || overwrites) && !isSpared(operation.instruction)) return { operation, reads };
    if (returnsInOrder(operation, instruction)) continue;
    if (haveCommon(operation.reads, defines.vectors)) {
      return { operation, reads: false };
    }
  }
  return undefined;
}

/** Returns whether a later in-order load on the same counter writes the register after the earlier one. */
function returnsInOrder(operation: Outstanding, { memory, kind }: Instruction): boolean {
  if (operation.outOfOrder || operation.reads.length > 0) return false;
  return memory?.counter === operation.counter || (kind === 'parameter-load' && operation.counter === 'exp');
}

function shareRegisters(a: RegisterUse, b: RegisterUse): boolean {
  return haveCommon(a.vectors, b.vectors) || haveCommon(a.scalars, b.scalars);
}

function haveCommon(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (b.includes(a[i])) return true;
  return false;
}
