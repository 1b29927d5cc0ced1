import type { Handlers, OwnId, Scenario } from '../../transactions/index.js';
import type { GroupDefinition } from '../dsl/definition.js';
import type { GroupSampler } from '../dsl/sampler.js';

/** What a user-defined covergroup's monitor has access to. Lives as long as the run's worker (extending.md). */
export interface CovergroupBench<P extends string = string> {
  /** Where the monitor writes the values to sample. */
  readonly sampler: GroupSampler<P>;
  /** Returns the current test's scenario, which is a new object for each test. */
  scenario(): Scenario;
}

/**
 * A user-defined covergroup: its coverpoints and crosses, plus the function that samples them. Its counts are
 * merged, scored and exported like those of built-in covergroups (extending.md).
 */
export interface OwnCovergroup<P extends string = string> extends GroupDefinition<P> {
  /** For example `acme.fences`. */
  readonly name: OwnId;
  /**
   * Called once per worker to set up sampling. Handlers write `sampler.values[sampler.point.NAME]` and call
   * `sampler.sample()`. `begin` is called when a test starts.
   */
  monitor(bench: CovergroupBench<NoInfer<P>>): Handlers & { readonly begin?: () => void };
}

/**
 * Returns a user-defined covergroup unchanged, inferring the types of its coverpoint names. Never throws; `pops-tb`
 * validates the covergroup when it loads it (extending.md).
 */
export function defineCovergroup<const P extends string>(group: OwnCovergroup<P>): OwnCovergroup<P> {
  return group;
}
