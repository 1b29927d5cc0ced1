import type {
  CacheName,
  ExitingIdVisible,
  MemoryIssued,
  MemoryPerformed,
  Transaction,
} from '../transactions/index.js';
import { listIn } from './list-in.js';
import { isOrdered } from './ordered-access.js';
import type { StoryScenario } from './story-scenario.js';
import { lifeOf, type WaveLife } from './wave-life.js';
import { type Phase, phasesOf } from './wave-phases.js';

/** A memory access from its issue to its return. */
export interface AccessStory {
  readonly issued: MemoryIssued;
  /** Whether the interlock must order it. */
  readonly ordered: boolean;
  /** Times and levels at which it took effect for others; the first is the nearest level. */
  readonly performed: readonly MemoryPerformed[];
  /** Cycle in which its counter was decremented; absent while outstanding. */
  readonly returned?: number;
}

/** One wave in a run. */
export interface WaveStory {
  readonly wave: number;
  readonly life: WaveLife;
  /** Packer that formed it; undefined for background work. */
  readonly packer: number | undefined;
  /** Source of background work. */
  readonly source: string | undefined;
  /** Slot and SIMD, numbered across the device; undefined if it never got them. */
  readonly slot: number | undefined;
  readonly simd: number | undefined;
  /** Unfinished waves that its quads overlap, according to the tracker; if not `exact`, some of them may not overlap. */
  readonly overlapped: readonly number[];
  readonly exact: boolean;
  /** Its activity since its first transaction, without gaps. */
  readonly phases: readonly Phase[];
  readonly accesses: readonly AccessStory[];
  /** All its transactions, in order. */
  readonly transactions: readonly Transaction[];
}

/** A cache by name and number. */
export interface CacheId {
  readonly cache: CacheName;
  readonly index: number;
}

/** A run reconstructed from its transactions alone. */
export interface RunStory {
  readonly scenario: StoryScenario;
  readonly transactions: readonly Transaction[];
  /** By number: pixel waves, then background work. */
  readonly waves: readonly WaveStory[];
  readonly packers: readonly number[];
  readonly caches: readonly CacheId[];
  /** First and last cycle of the stream. */
  readonly first: number;
  readonly last: number;
}

/** Builds a run's story from its transactions. Their typed arrays may be plain lists, as in a parsed trace. */
export function runStory(scenario: StoryScenario, transactions: readonly Transaction[]): RunStory {
  const byWave = new Map<number, Transaction[]>();
  const visible = new Map<number, ExitingIdVisible[]>();
  const caches = new Map<string, CacheId>();
  for (const transaction of transactions) {
    if ('wave' in transaction) listIn(byWave, transaction.wave).push(transaction);
    if (transaction.kind === 'exiting-id-visible') listIn(visible, transaction.packer).push(transaction);
    if (transaction.kind === 'line-filled' || transaction.kind === 'line-invalidated') {
      const { cache, index } = transaction;
      caches.set(`${cache} ${index}`, { cache, index });
    }
  }
  const last = transactions.at(-1)?.cycle ?? 0;
  const waves = [...byWave]
    .sort(([a], [b]) => a - b)
    .map(([wave, waveTransactions]) => waveStory(scenario, waveTransactions, visible, wave, last));
  const packers = waves.flatMap(({ packer }) => (packer === undefined ? [] : [packer]));
  return {
    scenario,
    transactions,
    waves,
    packers: [...new Set([...packers, ...visible.keys()])].sort((a, b) => a - b),
    caches: [...caches.values()].sort((a, b) => a.cache.localeCompare(b.cache) || a.index - b.index),
    first: transactions[0]?.cycle ?? 0,
    last,
  };
}

function waveStory(
  scenario: StoryScenario,
  transactions: readonly Transaction[],
  visible: ReadonlyMap<number, readonly ExitingIdVisible[]>,
  wave: number,
  last: number,
): WaveStory {
  const formed = transactions.find((t) => t.kind === 'wave-formed');
  const life = lifeOf(scenario, transactions, visible.get(formed?.packer ?? -1) ?? [], wave);
  const place = transactions.find((t) => t.kind === 'wave-launched' || t.kind === 'background-allocated');
  const overlap = transactions.find((t) => t.kind === 'overlap');
  return {
    wave,
    life,
    packer: formed?.packer,
    source: transactions.find((t) => t.kind === 'background-formed')?.source,
    slot: place?.slot,
    simd: place?.simd,
    overlapped: overlap === undefined ? [] : Array.from(overlap.overlapped).slice(0, overlap.count),
    exact: overlap?.exact ?? true,
    phases: phasesOf(life, transactions, last),
    accesses: accessesOf(scenario, transactions, life),
    transactions,
  };
}

function accessesOf(
  scenario: StoryScenario,
  transactions: readonly Transaction[],
  { formed }: WaveLife,
): AccessStory[] {
  const performed = new Map<number, MemoryPerformed[]>();
  const returned = new Map<number, number>();
  for (const t of transactions) {
    if (t.kind === 'memory-performed') listIn(performed, t.access).push(t);
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
