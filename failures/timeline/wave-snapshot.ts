import type { CounterValues, Transaction } from '../../transactions/index.js';
import type { AccessTimeline, RunTimeline, WaveTimeline } from './run-timeline.js';
import { getMarkCycle } from './wave-life.js';
import { showsProgramPosition, type WaveState } from './wave-phases.js';

/** What is known about a wave at the end of a cycle. Values not yet revealed by a transaction are undefined. */
export interface WaveSnapshot {
  readonly state: WaveState | undefined;
  /** Byte offsets of the first and last instruction in the most recent report; often equal. */
  readonly pcRange: readonly [first: number, last: number] | undefined;
  readonly counters: CounterValues | undefined;
  /** The value of EXEC at the last access or export, as lanes 31:0 and lanes 63:32. */
  readonly exec: readonly [low: number, high: number] | undefined;
  /** The exiting id that the last poll read. */
  readonly polled: number | undefined;
  /** Overlapped waves whose exit the wave cannot see yet. */
  readonly waitsFor: readonly number[];
  /** Accesses that have been issued but have not returned. */
  readonly outstanding: readonly AccessTimeline[];
}

/** Returns what is known about a wave at the end of a cycle. */
export function getWaveSnapshot(timeline: RunTimeline, wave: WaveTimeline, cycle: number): WaveSnapshot {
  const history = wave.transactions.slice(0, countUpTo(wave.transactions, cycle));
  const counters = history.findLast((t) => 'vm' in t) as CounterValues | undefined;
  const mask = history.findLast((t) => 'lanesLo' in t) as { lanesLo: number; lanesHi: number } | undefined;
  const polled = history.findLast((t) => t.kind === 'exiting-id-polled');
  return {
    state: wave.phases.findLast(({ first }) => first <= cycle)?.state,
    pcRange: findPcRange(history),
    counters: counters && { vm: counters.vm, vs: counters.vs, lgkm: counters.lgkm, exp: counters.exp },
    exec: mask && [mask.lanesLo >>> 0, mask.lanesHi >>> 0],
    polled: polled?.id,
    waitsFor: findUnfinishedWaves(timeline, wave, cycle),
    outstanding: wave.accesses.filter(
      ({ issued, returned }) => issued.cycle <= cycle && (returned ?? Infinity) > cycle,
    ),
  };
}

/** Counts the events up to and including a cycle. The events must be sorted by cycle. */
export function countUpTo(events: readonly { readonly cycle: number }[], cycle: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.cycle <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findPcRange(history: readonly Transaction[]): WaveSnapshot['pcRange'] {
  const last = history.findLast(showsProgramPosition);
  if (last?.kind === 'instructions-issued') return [last.first, last.last];
  return last !== undefined && 'pc' in last ? [last.pc, last.pc] : undefined;
}

/**
 * Finds the overlapped waves whose exit is not yet visible to polls. A poll sees an exit once its id is visible or,
 * if exits are counted individually, as soon as it is counted.
 */
function findUnfinishedWaves({ waves }: RunTimeline, { overlapped }: WaveTimeline, cycle: number): number[] {
  return overlapped.filter((number) => {
    const other = waves.find(({ wave }) => wave === number);
    if (other === undefined) return false;
    const exitCycle = getMarkCycle(other.life, 'exit-visible') ?? getMarkCycle(other.life, 'exit-counted');
    return (exitCycle ?? Infinity) > cycle;
  });
}
