import type { Handlers, Scenario, UserId } from '../../transactions/index.js';
import type { Cross, GroupDefinition } from '../dsl/definition.js';
import type { GroupSampler, Sampler } from '../dsl/sampler.js';
import type { DrawActivity } from './draw-activity.js';
import type { TestFacts } from './test-facts.js';
import type { WaveFacts } from './wave-facts.js';
import type { WaveTable } from './wave-table.js';

export type { Handlers };

/** What a covergroup's monitor has access to. Lives as long as its collector. */
export interface Bench<P extends string = string> {
  readonly sampler: Sampler<P>;
  /** The table in which a covergroup creates its columns. */
  readonly table: WaveTable;
  /** Facts shared by several covergroups, updated before any covergroup receives a transaction. */
  readonly facts: WaveFacts;
  /** What each draw's waves have done so far, updated like `facts`. */
  readonly activity: DrawActivity;
  /** Returns the current test's scenario, which is a new object for each test. */
  readonly scenario: () => Scenario;
  /** Returns facts about the current test, a new object for each test. */
  readonly test: () => TestFacts;
}

/** A covergroup's handlers. */
export interface Monitor extends Handlers {
  /** Called when a test starts. */
  readonly begin?: () => void;
  /** Handlers of kinds that background waves share with pixel waves; these get those of background waves only. */
  readonly background?: Handlers;
}

/** A covergroup: its definition as data and its sampling function. */
export interface Covergroup<P extends string = string> extends GroupDefinition<P> {
  /** Sets up sampling. Handlers must not allocate. */
  monitor(bench: Bench<NoInfer<P>>): Monitor;
}

/** A covergroup whose crosses need no names. */
type UnnamedCrosses<P extends string> = Omit<Covergroup<P>, 'crosses'> & {
  readonly crosses: readonly (Omit<Cross<NoInfer<P>>, 'name'> & Partial<Pick<Cross, 'name'>>)[];
};

/**
 * Declares a covergroup, inferring the types of its coverpoint names. A cross without a name is named after its
 * coverpoints, such as `source x mode`. A coverpoint named `generation` has the chip's generation in every test.
 */
export function covergroup<const P extends string>(group: UnnamedCrosses<P>): Covergroup<P> {
  const crosses = group.crosses.map((cross) => ({ name: cross.of.join(' x '), ...cross }));
  if (!('generation' in group.points)) return { ...group, crosses };
  return {
    ...group,
    crosses,
    monitor(bench) {
      const { values, point } = bench.sampler;
      const { begin, ...handlers } = group.monitor(bench);
      return {
        ...handlers,
        begin() {
          values[point['generation' as P]] = bench.test().generation;
          begin?.();
        },
      };
    },
  };
}

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
export interface UserCovergroup<P extends string = string> extends GroupDefinition<P> {
  /** For example `acme.fences`. */
  readonly name: UserId;
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
export function defineCovergroup<const P extends string>(group: UserCovergroup<P>): UserCovergroup<P> {
  return group;
}
