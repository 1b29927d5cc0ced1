import type { Handlers, OwnId, Scenario } from '../../transactions/index.js';
import type { GroupDefinition } from '../dsl/definition.js';
import type { GroupSampler } from '../dsl/sampler.js';

/** What the monitor of a user's covergroup works with; lives as long as the run's worker (extending.md). */
export interface CovergroupBench<P extends string = string> {
  /** Takes the values. */
  readonly sampler: GroupSampler<P>;
  /** The current test's scenario; a new object for each test. */
  scenario(): Scenario;
}

/**
 * A user's covergroup: coverpoints and crosses as data, and the function that samples them. Its counts are merged, scored and
 * exported like the project's (extending.md).
 */
export interface OwnCovergroup<P extends string = string> extends GroupDefinition<P> {
  /** For example `acme.fences`. */
  readonly name: OwnId;
  /**
   * Sets up the sampling, once per worker: handlers write `sampler.values[sampler.point.NAME]` and call `sampler.sample()`.
   * `begin` is called when a test starts.
   */
  monitor(bench: CovergroupBench<NoInfer<P>>): Handlers & { readonly begin?: () => void };
}

/**
 * Returns a user's covergroup unchanged and gives the names of its coverpoints their types. Throws nothing; `pops-tb`
 * validates the covergroup on loading (extending.md).
 */
export function defineCovergroup<const P extends string>(group: OwnCovergroup<P>): OwnCovergroup<P> {
  return group;
}
