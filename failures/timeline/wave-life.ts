import {
  chipOf,
  factsOf,
  findMax,
  findMin,
  type Gfx,
  groupBy,
  isDataShare,
  ORDERED_PS_DONE,
  present,
} from '../../arch/index.js';
import {
  type Draw,
  type ExitingIdVisible,
  type HwregWritten,
  IdSpace,
  type KnobValues,
  type MemoryIssued,
  type MemoryObject,
  type MemoryPerformed,
  type Scenario,
  type Transaction,
  type WaveFormed,
} from '../../transactions/index.js';

/** The fields of a scenario that a run's timeline needs. Any scenario satisfies this type. */
export interface TimelineScenario extends Pick<Scenario, 'chip' | 'ordered'> {
  readonly freedoms: Pick<KnobValues, 'idWrap' | 'idWindow' | 'idStart'>;
  readonly draws: readonly Pick<Draw, 'program' | 'interlock' | 'width' | 'height' | 'samples'>[];
  readonly memory: readonly Pick<MemoryObject, 'name' | 'address' | 'bytes'>[];
}

/** Stride, in lanes, between the dwords in an access's data, and between the texels in its addresses. */
export const LANES = 64;

/** Returns whether a lane, numbered from 0, takes part in an access. */
export function isActiveLane({ lanesLo, lanesHi }: MemoryIssued, lane: number): boolean {
  return (((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 1;
}

/**
 * Returns whether an access touches memory that the scenario declares ordered. If the scenario declares none,
 * every store and atomic that other waves can see counts as ordered.
 */
export function isOrdered(access: MemoryIssued, { memory, ordered }: TimelineScenario): boolean {
  if (isDataShare(access.space)) return false;
  if (ordered.length === 0) return access.operation !== 'load';
  const objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
  return listAddresses(access).some((address) => objects.some((object) => containsAddress(object, address)));
}

function containsAddress(
  { address: first, bytes }: Pick<MemoryObject, 'address' | 'bytes'>,
  address: number,
): boolean {
  return address >= first && address < first + bytes;
}

/** Lists the addresses of the active lanes, one texel after another. A scalar access has a single address. */
function listAddresses(access: MemoryIssued): number[] {
  if (access.space === 'scalar') return [access.addresses[0]];
  return Array.from(access.addresses).filter((_, index) => isActiveLane(access, index % LANES));
}

/** The kind of event shown on a wave's timeline. */
export type MarkKind =
  | 'formed'
  | 'launched'
  | 'packer-set'
  | 'poll'
  | 'sleep'
  | 'entry'
  | 'exit-sent'
  | 'exit-counted'
  | 'exit-visible'
  | 'ended';

/** One event on a wave's timeline. */
export interface Mark {
  readonly kind: MarkKind;
  readonly cycle: number;
}

/** An inclusive range of cycles; `last` is `Infinity` if the span never ended. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** An access, and when it took effect. */
export interface AccessTimeline {
  readonly issued: MemoryIssued;
  /** Whether the interlock must order the access. */
  readonly ordered: boolean;
  /** When the access took effect for other waves, and at which memory levels, nearest to the wave first. */
  readonly performed: readonly MemoryPerformed[];
  /** The cycle in which its counter was decremented; absent if the access never returned. */
  readonly returned?: number;
}

/** An ordered access, from the cycle it is issued to the cycle it is performed. */
export interface AccessSpan extends Span {
  readonly operation: MemoryIssued['operation'];
}

/** A wave's lifetime, as drawn on its timeline in a diagram. */
export interface WaveLifetime {
  readonly wave: number;
  readonly formed: WaveFormed | undefined;
  /** Samples per pixel of the wave's draw. */
  readonly samples: number;
  /** Marks in stream order, except that `exit-visible` comes last. */
  readonly marks: readonly Mark[];
  readonly sleeps: readonly Span[];
  readonly accesses: readonly AccessSpan[];
}

/** Extracts a wave's lifetime from a run's transactions. */
export function extractWaveLifetime(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
  wave: number,
): WaveLifetime {
  const waveTransactions = transactions.filter((t) => 'wave' in t && t.wave === wave);
  const visible = transactions.filter((t) => t.kind === 'exiting-id-visible');
  return buildLifetime(scenario, waveTransactions, visible, wave);
}

/**
 * Like `extractWaveLifetime`, but takes the wave's own transactions and, separately, those that make an exiting id
 * visible to polls.
 */
export function buildLifetime(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
  visibleIds: readonly ExitingIdVisible[],
  wave: number,
): WaveLifetime {
  const formed = transactions.find((t) => t.kind === 'wave-formed');
  const draw = formed && scenario.draws.at(formed.draw);
  const { gfx } = chipOf(scenario.chip);
  const marks = transactions.flatMap((t) => listMarks(t, gfx).map((kind) => ({ kind, cycle: t.cycle })));
  const visibleAt = formed && findPassing(visibleIds, formed, scenario);
  if (visibleAt !== undefined) marks.push({ kind: 'exit-visible', cycle: visibleAt.cycle });
  return {
    wave,
    formed,
    samples: draw?.samples ?? 1,
    marks: addEntryMark(marks),
    sleeps: listSleeps(transactions),
    accesses: listAccesses(scenario, transactions, draw?.interlock !== 'none')
      .filter(({ ordered }) => ordered)
      .map(({ issued, performed }) => ({
        ...{ operation: issued.operation, first: issued.cycle },
        last: performed.at(-1)?.cycle ?? Infinity,
      })),
  };
}

/** Returns the cycle of the first mark of a kind, or undefined if there is none. */
export function getMarkCycle(life: Pick<WaveLifetime, 'marks'>, kind: MarkKind): number | undefined {
  return life.marks.find((mark) => mark.kind === kind)?.cycle;
}

/**
 * Returns the section as ORD-01 defines it, from the first issued ordered access to the last performed one,
 * or undefined if the wave has no ordered accesses.
 */
export function getSectionSpan({ accesses }: Pick<WaveLifetime, 'accesses'>): Span | undefined {
  if (accesses.length === 0) return undefined;
  return {
    first: findMin(accesses.map(({ first }) => first)),
    last: findMax(accesses.map(({ last }) => last)),
  };
}

function listMarks(t: Transaction, gfx: Gfx): MarkKind[] {
  switch (t.kind) {
    case 'wave-formed':
      return ['formed'];
    case 'wave-launched':
      return ['launched'];
    case 'hwreg-written':
      return setsPacker(t, gfx) ? ['packer-set'] : [];
    case 'exiting-id-polled':
      return ['poll'];
    case 'slept':
      return ['sleep'];
    case 'event-wait-done':
      return ['entry'];
    case 'message-sent':
      return !factsOf(gfx).exitsByExport && t.message === ORDERED_PS_DONE ? ['exit-sent'] : [];
    case 'exported':
      return factsOf(gfx).exitsByExport && t.done ? ['exit-sent'] : [];
    case 'section-exit':
      return ['exit-counted'];
    case 'wave-ended':
      return t.by === 'end-ordered' ? ['exit-sent', 'ended'] : ['ended'];
    default:
      return [];
  }
}

function setsPacker({ register, offset, size }: HwregWritten, gfx: Gfx): boolean {
  const field = factsOf(gfx).packerField;
  if (field === undefined || register !== field.register) return false;
  return offset < field.low + field.bits && offset + size > field.low;
}

/**
 * Adds an entry mark for a wave that polls: its last poll, provided that a later exit or end shows that the wave
 * continued.
 */
function addEntryMark(marks: readonly Mark[]): Mark[] {
  const last = marks.findLastIndex(({ kind }) => kind === 'poll');
  const continued = marks.slice(last + 1).some(({ kind }) => kind === 'exit-sent' || kind === 'ended');
  if (last < 0 || !continued) return [...marks];
  return marks.toSpliced(last + 1, 0, { kind: 'entry', cycle: marks[last].cycle });
}

/**
 * Returns the first visible id past the wave's id. Ids wrap around, so its steps since the wave was formed are added up:
 * until then, it was less than the whole id range behind the wave (LAUNCH-10), and at once it moves past the wave at the
 * far end of the window at most. A longer step leads back.
 */
function findPassing(
  visibleIds: readonly ExitingIdVisible[],
  { packer, id, cycle }: WaveFormed,
  { freedoms }: TimelineScenario,
): ExitingIdVisible | undefined {
  const ids = new IdSpace(freedoms);
  let last = ids.getId(0);
  let ahead: number | undefined;
  for (const visible of visibleIds) {
    if (visible.packer !== packer) continue;
    if (visible.cycle > cycle) {
      ahead ??= -ids.distance(last, id);
      const step = ids.distance(last, visible.id) || ids.count;
      ahead += step <= freedoms.idWindow + 1 ? step : step - ids.count;
      if (ahead > 0) return visible;
    }
    last = visible.id;
  }
  return undefined;
}

function listSleeps(transactions: readonly Transaction[]): Span[] {
  const sleeps: Span[] = [];
  transactions.forEach((t, i) => {
    if (t.kind !== 'slept') return;
    const woken = transactions.slice(i + 1).find(({ kind }) => kind === 'woken');
    sleeps.push({ first: t.cycle, last: woken?.cycle ?? Infinity });
  });
  return sleeps;
}

/** Lists a wave's accesses in issue order. The interlock orders none of them unless `isInterlocked`. */
export function listAccesses(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
  isInterlocked: boolean,
): AccessTimeline[] {
  const performed = groupBy(
    transactions.filter((t) => t.kind === 'memory-performed'),
    ({ access }) => access,
  );
  const returned = new Map(
    transactions.flatMap((t) => (t.kind === 'memory-returned' ? [[t.access, t.cycle]] : [])),
  );
  return transactions.flatMap((issued) => {
    if (issued.kind !== 'memory-issued') return [];
    return [
      {
        issued,
        ordered: isInterlocked && isOrdered(issued, scenario),
        performed: performed.get(issued.access) ?? [],
        ...present({ returned: returned.get(issued.access) }),
      },
    ];
  });
}
