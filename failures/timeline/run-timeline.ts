import type { ExitingIdVisible, Transaction } from '../../transactions/index.js';
import {
  type AccessTimeline,
  buildLifetime,
  getMarkCycle,
  getSectionSpan,
  listAccesses,
  type TimelineScenario,
  type WaveLifetime,
} from './wave-life.js';

/** Returns the list stored under a key, after creating it if it is missing. */
export function getOrCreateList<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const WAVE_STATES = [
  'formed',
  'waiting-for-launch',
  'loading',
  'running',
  'waiting-for-entry',
  'asleep',
  'at-barrier',
  'in-section',
  'leaving',
  'ended',
] as const;

export type WaveState = (typeof WAVE_STATES)[number];

/**
 * A range of cycles that a wave spends in one state. In cycle `last`, the next state starts, the wave's slot is
 * released or the stream ends.
 */
interface Phase {
  readonly state: WaveState;
  readonly first: number;
  readonly last: number;
}

interface Change {
  readonly cycle: number;
  readonly state: WaveState;
}

/**
 * Returns the consecutive states of a wave, from its first transaction to the release of its slot. A section
 * starts at the end of the entry wait or, for a wave that does not wait, at its first ordered access. It ends
 * when the exit is sent.
 */
export function findPhases(life: WaveLifetime, transactions: readonly Transaction[], last: number): Phase[] {
  const changes = transactions.flatMap((t, i) =>
    findChanges(t, () => transactions.slice(0, i), transactions[i - 1], life),
  );
  const entry = getMarkCycle(life, 'entry') ?? getSectionSpan(life)?.first;
  const exit = getMarkCycle(life, 'exit-sent');
  if (entry !== undefined && (exit === undefined || entry <= exit))
    changes.push({ cycle: entry, state: 'in-section' });
  if (exit !== undefined) changes.push({ cycle: exit, state: 'leaving' });
  const freed = transactions.find((t) => t.kind === 'resource-released' || t.kind === 'background-released');
  return joinChanges(sortChanges(changes), freed?.cycle ?? last);
}

function findChanges(
  t: Transaction,
  getHistory: () => readonly Transaction[],
  previous: Transaction | undefined,
  life: WaveLifetime,
): Change[] {
  const changeTo = (state: WaveState, cycle = t.cycle): Change[] => [{ cycle, state }];
  switch (t.kind) {
    case 'wave-formed':
    case 'background-formed':
      return changeTo('formed');
    case 'launch-requested':
    case 'launch-refused':
    case 'background-refused':
      return changeTo('waiting-for-launch');
    case 'wave-launched':
    case 'background-launched':
      return [...changeTo('loading'), ...changeTo('running', t.cycle + t.loadCycles)];
    case 'exiting-id-polled':
      return changeTo('waiting-for-entry');
    case 'event-wait-done':
      // The wave has been waiting since its last instruction.
      return changeTo('waiting-for-entry', getHistory().findLast(showsProgramPosition)?.cycle);
    case 'slept':
      return changeTo('asleep');
    case 'woken':
      return changeTo(isWaiting(life, t.cycle) ? 'waiting-for-entry' : 'running');
    case 'background-barrier-reached':
      return changeTo('at-barrier');
    case 'wave-ended':
      return changeTo('ended');
    default:
      // No transaction marks the end of a barrier, but any later event shows that the wave has passed it.
      return previous?.kind === 'background-barrier-reached' ? changeTo('running') : [];
  }
}

/** Returns whether a transaction shows a wave's position in its program. */
export function showsProgramPosition(t: Transaction): boolean {
  return t.kind === 'instructions-issued' || ('pc' in t && t.pc >= 0 && t.kind !== 'direct-read-served');
}

/** Returns whether a wave that wakes up goes back to its entry wait. */
function isWaiting(life: WaveLifetime, cycle: number): boolean {
  const poll = getMarkCycle(life, 'poll');
  const entry = getMarkCycle(life, 'entry') ?? Infinity;
  return poll !== undefined && poll <= cycle && cycle < entry;
}

/** Sorts changes by cycle. Changes in the same cycle are sorted as in `WAVE_STATES`, so that the last state wins. */
function sortChanges(changes: readonly Change[]): Change[] {
  const rank = ({ state }: Change): number => WAVE_STATES.indexOf(state);
  return [...changes].sort((a, b) => a.cycle - b.cycle || rank(a) - rank(b));
}

function joinChanges(changes: readonly Change[], end: number): Phase[] {
  const phases: { state: WaveState; first: number; last: number }[] = [];
  for (const { cycle, state } of changes) {
    const open = phases.at(-1);
    if (open?.state === state) continue;
    if (open !== undefined) open.last = cycle;
    if (open?.first === cycle) phases.pop();
    const previousPhase = phases.at(-1);
    if (previousPhase?.state === state) previousPhase.last = end;
    else phases.push({ state, first: cycle, last: Math.max(cycle, end) });
  }
  return phases;
}

export interface WaveTimeline {
  readonly wave: number;
  readonly life: WaveLifetime;
  /** The packer that formed the wave; undefined for background work. */
  readonly packer: number | undefined;
  /** The source of background work; undefined for pixel waves. */
  readonly source: string | undefined;
  /** The slot, numbered across the device; undefined if the wave never got one. */
  readonly slot: number | undefined;
  /** The SIMD, numbered across the device; undefined if the wave never got a slot. */
  readonly simd: number | undefined;
  /** Unfinished waves that the wave's quads overlap, according to the tracker. */
  readonly overlapped: readonly number[];
  /** The wave's states from its first transaction on, without gaps. */
  readonly phases: readonly Phase[];
  readonly accesses: readonly AccessTimeline[];
  /** All transactions of the wave, in order. */
  readonly transactions: readonly Transaction[];
}

/** A run reconstructed from its transactions alone. */
export interface RunTimeline {
  readonly scenario: TimelineScenario;
  readonly transactions: readonly Transaction[];
  /** Sorted by wave number: first the pixel waves, then the background work. */
  readonly waves: readonly WaveTimeline[];
  readonly packers: readonly number[];
  readonly first: number;
  /** Last cycle of the stream. */
  readonly last: number;
}

/**
 * Builds a run's timeline from its transactions, which may contain plain lists instead of typed arrays, as in a parsed
 * trace.
 */
export function buildRunTimeline(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
): RunTimeline {
  const byWave = new Map<number, Transaction[]>();
  const visibleIds = new Map<number, ExitingIdVisible[]>();
  for (const transaction of transactions) {
    if ('wave' in transaction) getOrCreateList(byWave, transaction.wave).push(transaction);
    if (transaction.kind === 'exiting-id-visible')
      getOrCreateList(visibleIds, transaction.packer).push(transaction);
  }
  const last = transactions.at(-1)?.cycle ?? 0;
  const waves = [...byWave]
    .sort(([a], [b]) => a - b)
    .map(([wave, waveTransactions]) => buildWaveTimeline(scenario, waveTransactions, visibleIds, wave, last));
  const packers = waves.flatMap(({ packer }) => (packer === undefined ? [] : [packer]));
  return {
    scenario,
    transactions,
    waves,
    packers: [...new Set([...packers, ...visibleIds.keys()])].sort((a, b) => a - b),
    first: transactions[0]?.cycle ?? 0,
    last,
  };
}

function buildWaveTimeline(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
  visibleIds: ReadonlyMap<number, readonly ExitingIdVisible[]>,
  wave: number,
  last: number,
): WaveTimeline {
  const formed = transactions.find((t) => t.kind === 'wave-formed');
  const draw = formed && scenario.draws.at(formed.draw);
  const life = buildLifetime(scenario, transactions, visibleIds.get(formed?.packer ?? -1) ?? [], wave);
  const allocation = transactions.find(
    (t) => t.kind === 'wave-launched' || t.kind === 'background-allocated',
  );
  const overlap = transactions.find((t) => t.kind === 'overlap');
  return {
    wave,
    life,
    packer: formed?.packer,
    source: transactions.find((t) => t.kind === 'background-formed')?.source,
    slot: allocation?.slot,
    simd: allocation?.simd,
    overlapped: overlap === undefined ? [] : Array.from(overlap.overlapped).slice(0, overlap.count),
    phases: findPhases(life, transactions, last),
    accesses: listAccesses(scenario, transactions, draw?.interlock !== 'none'),
    transactions,
  };
}
