import type { Gfx } from './chips.js';
import { memoise } from './memoise.js';
import { getGenerationEntry, type SinceGeneration } from './since-generation.js';

/**
 * Names of a wave's counters, in the order used by models and ledgers (trace.md). These names are also used on GFX12,
 * where `vm` is LOADCNT, `vs` is STORECNT, and `lgkm`, which only counts data share accesses there, is DSCNT (LLVM,
 * SIInsertWaitcnts).
 */
export const COUNTER_NAMES = ['vm', 'vs', 'lgkm', 'exp', 'sample', 'bvh', 'km'] as const;

/** A per-wave counter updated by memory or export instructions (trace.md). */
export type CounterName = (typeof COUNTER_NAMES)[number];

/**
 * The class that determines which counter an operation uses: vector load, sampler load, vector store, scalar load,
 * access to the local or global data share, message, or export or parameter load.
 */
export type CountedOperation = 'load' | 'sample' | 'store' | 'scalar' | 'local' | 'message' | 'export';

/** A counter available on a generation. */
export interface CounterRow {
  readonly counter: CounterName;
  /** Width of the counter in bits. An operation that would overflow it waits until another one returns. */
  readonly bits: number;
  /** The operations that increment the counter when issued. */
  readonly counts: readonly CountedOperation[];
  /**
   * Set if the counter's vector-memory operations return in issue order, so that waiting for a nonzero count reveals
   * which ones have returned (S-083).
   */
  readonly returnsInOrder?: true;
}

const EXPORTS: CounterRow = { counter: 'exp', bits: 3, counts: ['export'] };
const LGKM = ['scalar', 'local', 'message'] as const;

/** The counters of each generation (pops.md 4; LLVM, AMDGPUBaseInfo). On GFX9, loads and stores share a counter. */
const COUNTERS: SinceGeneration<readonly CounterRow[]> = {
  gfx9: [
    { counter: 'vm', bits: 6, counts: ['load', 'sample', 'store'], returnsInOrder: true },
    { counter: 'lgkm', bits: 4, counts: LGKM },
    EXPORTS,
  ],
  gfx10: [
    { counter: 'vm', bits: 6, counts: ['load', 'sample'], returnsInOrder: true },
    { counter: 'vs', bits: 6, counts: ['store'] },
    { counter: 'lgkm', bits: 6, counts: LGKM },
    EXPORTS,
  ],
  gfx12: [
    { counter: 'vm', bits: 6, counts: ['load'], returnsInOrder: true },
    { counter: 'vs', bits: 6, counts: ['store'] },
    { counter: 'sample', bits: 6, counts: ['sample'], returnsInOrder: true },
    // Ray tracing is not modelled.
    { counter: 'bvh', bits: 3, counts: [], returnsInOrder: true },
    { counter: 'lgkm', bits: 6, counts: ['local'] },
    { counter: 'km', bits: 5, counts: ['scalar', 'message'] },
    EXPORTS,
  ],
};

/** Returns the counters of a generation. */
export const getCounters: (gfx: Gfx) => readonly CounterRow[] = memoise((gfx) =>
  getGenerationEntry(COUNTERS, gfx),
);

/** Returns the counter that an operation increments. */
export function getCounter(gfx: Gfx, operation: CountedOperation): CounterName {
  return getCounters(gfx).find(({ counts }) => counts.includes(operation))!.counter;
}

/** Returns the maximum value of a counter, or 0 if the generation does not have it. */
export function counterMaximum(gfx: Gfx, counter: CounterName): number {
  const bits = getCounters(gfx).find((row) => row.counter === counter)?.bits ?? 0;
  return 2 ** bits - 1;
}

/** Returns whether vector accesses counted by the given counter return in issue order. */
export function returnsInOrder(gfx: Gfx, counter: CounterName): boolean {
  return getCounters(gfx).some((row) => row.counter === counter && row.returnsInOrder === true);
}

/** The limit for a counter that is not waited for. */
export const NO_LIMIT = 0x7fffffff;

/**
 * The maximum counts at which a wave may proceed, in counter order. The limit is `NO_LIMIT` for a counter that the wave
 * does not wait for.
 */
export type CounterLimits = readonly number[];

/** Converts a wait's limits from a record keyed by name to a list in counter order. */
export function toLimits(wait: Readonly<Partial<Record<CounterName, number>>>): CounterLimits {
  return COUNTER_NAMES.map((name) => wait[name] ?? NO_LIMIT);
}
