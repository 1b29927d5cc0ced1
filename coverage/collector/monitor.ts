import type { Handlers, Scenario } from '../../transactions/index.js';
import type { GroupDefinition } from '../dsl/definition.js';
import type { Sampler } from '../dsl/sampler.js';
import type { DrawsShown } from './draws-shown.js';
import type { TestFacts } from './test-facts.js';
import type { WaveFacts } from './wave-facts.js';
import type { WaveTable } from './wave-table.js';

export type { Handlers };

/** What a covergroup's sampling function works with. Lives as long as its collector. */
export interface Bench<P extends string = string> {
  readonly sampler: Sampler<P>;
  /** The table from which a covergroup requests its columns. */
  readonly table: WaveTable;
  /** Facts that several covergroups share, updated before any covergroup sees a transaction. */
  readonly facts: WaveFacts;
  /** What each draw's waves have done so far; updated like `facts`. */
  readonly shown: DrawsShown;
  /** The scenario of the current test; a new object for each test. */
  readonly scenario: () => Scenario;
  /** Facts about the current test; a new object for each test. */
  readonly test: () => TestFacts;
}

/** A covergroup: its definition as data and its sampling function. */
export interface Covergroup<P extends string = string> extends GroupDefinition<P> {
  /** Sets up the sampling. `begin` is called when a test starts; handlers must not allocate. */
  monitor(bench: Bench<NoInfer<P>>): Handlers & { readonly begin?: () => void };
}

/** Declares a covergroup, inferring the types of its coverpoint names. */
export function covergroup<const P extends string>(group: Covergroup<P>): Covergroup<P> {
  return group;
}
