import type { Gfx } from './chips.js';
import { type SinceGeneration, sinceGeneration } from './since-generation.js';

/**
 * Names of the counters of a wave, in the order in which models and ledgers number them (trace.md). A counter keeps its name: GFX12
 * prints `vm` as LOADCNT, `vs` as STORECNT and `lgkm`, which is left with the data share alone, as DSCNT (LLVM, SIInsertWaitcnts).
 */
export const COUNTER_NAMES = ['vm', 'vs', 'lgkm', 'exp', 'sample', 'bvh', 'km'] as const;

/** Counter of a wave that a memory or export instruction moves (trace.md). */
export type CounterName = (typeof COUNTER_NAMES)[number];

/**
 * What an operation is to the counters: a vector load, one by a sampler, a vector store, a scalar load, an access to the local or the global data
 * share, a message, or data on its way out of registers, as of exports and of parameter loads.
 */
export type CountedOperation = 'load' | 'sample' | 'store' | 'scalar' | 'local' | 'message' | 'export';

/** A counter of one generation. */
export interface CounterRow {
  readonly counter: CounterName;
  /** Width in bits; one operation more than it holds has to wait for a return. */
  readonly bits: number;
  /** Operations that raise it at their issue. */
  readonly counts: readonly CountedOperation[];
  /** Its operations of the vector path return in issue order, so that a wait for a count other than 0 names them (S-083). */
  readonly returnsInOrder?: true;
}

const EXPORTS: CounterRow = { counter: 'exp', bits: 3, counts: ['export'] };
const LGKM = ['scalar', 'local', 'message'] as const;

/** Counters of each generation (pops.md 4; LLVM, AMDGPUBaseInfo). GFX9 counts stores with loads. */
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
    // Nothing that is modelled intersects rays.
    { counter: 'bvh', bits: 3, counts: [], returnsInOrder: true },
    { counter: 'lgkm', bits: 6, counts: ['local'] },
    { counter: 'km', bits: 5, counts: ['scalar', 'message'] },
    EXPORTS,
  ],
};

/** Counters that a generation has. */
export function countersOf(gfx: Gfx): readonly CounterRow[] {
  return sinceGeneration(COUNTERS, gfx);
}

/** The counter that an operation raises. */
export function counterOf(gfx: Gfx, operation: CountedOperation): CounterName {
  return countersOf(gfx).find(({ counts }) => counts.includes(operation))!.counter;
}

/** Highest value that a counter can hold; 0 where the generation has none of that name. */
export function counterMaximum(gfx: Gfx, counter: CounterName): number {
  const bits = countersOf(gfx).find((row) => row.counter === counter)?.bits ?? 0;
  return 2 ** bits - 1;
}

/** Whether vector accesses that a counter counts return in issue order. */
export function returnsInOrder(gfx: Gfx, counter: CounterName): boolean {
  return countersOf(gfx).some((row) => row.counter === counter && row.returnsInOrder === true);
}

/** Limit of a counter that a wait does not name. */
export const NO_LIMIT = 0x7fffffff;

/** Highest counts that let a wave go on, one for each name in order; `NO_LIMIT` where a counter is not waited for. */
export type CounterLimits = readonly number[];

/** The limits that a wait by names means. */
export function limitsOf(wait: Readonly<Partial<Record<CounterName, number>>>): CounterLimits {
  return COUNTER_NAMES.map((name) => wait[name] ?? NO_LIMIT);
}
