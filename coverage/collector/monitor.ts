import type { Handlers, Scenario } from '../../transactions/index.js';
import type { GroupDefinition } from '../dsl/definition.js';
import type { Sampler } from '../dsl/sampler.js';
import type { DrawsShown } from './draws-shown.js';
import type { TestFacts } from './test-facts.js';
import type { WaveFacts } from './wave-facts.js';
import type { WaveTable } from './wave-table.js';

export type { Handlers };

/** What the sampling function of a covergroup works with; lives as long as its collector. */
export interface Bench<P extends string = string> {
  readonly sampler: Sampler<P>;
  /** A covergroup requests its own columns from this table. */
  readonly table: WaveTable;
  /** Facts that several covergroups use, up to date before any covergroup sees a transaction. */
  readonly facts: WaveFacts;
  /** What the waves of each draw have done so far, up to date like `facts`. */
  readonly shown: DrawsShown;
  /** The scenario of the test that runs; another object in each test. */
  readonly scenario: () => Scenario;
  /** The test that runs; another object in each test. */
  readonly test: () => TestFacts;
}

/** A covergroup: its definition as data, and the function that samples it. */
export interface Covergroup<P extends string = string> extends GroupDefinition<P> {
  /** Sets up the sampling. `begin` is called where a test begins; handlers must not allocate. */
  monitor(bench: Bench<NoInfer<P>>): Handlers & { readonly begin?: () => void };
}

/** Declares a covergroup; gives the names of its coverpoints their types. */
export function covergroup<const P extends string>(group: Covergroup<P>): Covergroup<P> {
  return group;
}
