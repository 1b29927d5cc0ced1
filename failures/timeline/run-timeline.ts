import type {
  CacheName,
  ExitingIdVisible,
  MemoryIssued,
  MemoryPerformed,
  Transaction,
} from '../../transactions/index.js';
import { getOrCreateList } from './list-in.js';
import { isOrdered } from './ordered-access.js';
import type { TimelineScenario } from './timeline-scenario.js';
import { buildLifetime, type WaveLifetime } from './wave-life.js';
import { findPhases, type Phase } from './wave-phases.js';

/** A memory access from its issue to its return. */
export interface AccessTimeline {
  readonly issued: MemoryIssued;
  /** Whether the interlock must order the access. */
  readonly ordered: boolean;
  /** When the access took effect for other waves, and at which memory levels, nearest to the wave first. */
  readonly performed: readonly MemoryPerformed[];
  /** The cycle in which its counter was decremented; absent if the access never returned. */
  readonly returned?: number;
}

/** One wave in a run. */
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
  /** Whether the wave is known to overlap every wave in `overlapped`. Otherwise, some may be false positives. */
  readonly exact: boolean;
  /** The wave's states from its first transaction on, without gaps. */
  readonly phases: readonly Phase[];
  readonly accesses: readonly AccessTimeline[];
  /** All transactions of the wave, in order. */
  readonly transactions: readonly Transaction[];
}

/** A cache, identified by its name and index. */
export interface CacheId {
  readonly cache: CacheName;
  readonly index: number;
}

/** A run reconstructed from its transactions alone. */
export interface RunTimeline {
  readonly scenario: TimelineScenario;
  readonly transactions: readonly Transaction[];
  /** Sorted by wave number: first the pixel waves, then the background work. */
  readonly waves: readonly WaveTimeline[];
  readonly packers: readonly number[];
  readonly caches: readonly CacheId[];
  /** First cycle of the stream. */
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
  const caches = new Map<string, CacheId>();
  for (const transaction of transactions) {
    if ('wave' in transaction) getOrCreateList(byWave, transaction.wave).push(transaction);
    if (transaction.kind === 'exiting-id-visible')
      getOrCreateList(visibleIds, transaction.packer).push(transaction);
    if (transaction.kind === 'line-filled' || transaction.kind === 'line-invalidated') {
      const { cache, index } = transaction;
      caches.set(`${cache} ${index}`, { cache, index });
    }
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
    caches: [...caches.values()].sort((a, b) => a.cache.localeCompare(b.cache) || a.index - b.index),
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
    exact: overlap?.exact ?? true,
    phases: findPhases(life, transactions, last),
    accesses: listAccesses(scenario, transactions, life),
    transactions,
  };
}

function listAccesses(
  scenario: TimelineScenario,
  transactions: readonly Transaction[],
  { formed }: WaveLifetime,
): AccessTimeline[] {
  const performed = new Map<number, MemoryPerformed[]>();
  const returned = new Map<number, number>();
  for (const t of transactions) {
    if (t.kind === 'memory-performed') getOrCreateList(performed, t.access).push(t);
    if (t.kind === 'memory-returned') returned.set(t.access, t.cycle);
  }
  const isInterlocked = formed === undefined || scenario.draws.at(formed.draw)?.interlock !== 'none';
  return transactions.flatMap((issued) => {
    if (issued.kind !== 'memory-issued') return [];
    const returnCycle = returned.get(issued.access);
    return [
      {
        issued,
        ordered: isInterlocked && isOrdered(issued, scenario),
        performed: performed.get(issued.access) ?? [],
        ...(returnCycle === undefined ? {} : { returned: returnCycle }),
      },
    ];
  });
}
