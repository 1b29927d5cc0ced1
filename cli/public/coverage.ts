/**
 * Data-driven covergroups for any kind of sample, with SystemVerilog-style coverpoints, bins and crosses (coverage.md).
 *
 * @example
 * ```js
 * import { bin, openCovergroup } from 'pops-testbench/coverage';
 *
 * const group = openCovergroup({
 *   name: 'fifo',
 *   version: 1,
 *   text: 'How full the queue gets.',
 *   statements: [],
 *   points: { level: { text: 'Entries.', bins: [bin('empty', [0]), bin('some', [[1, 7]]), bin('full', [8])] } },
 *   crosses: [],
 * });
 * const { values, point } = group.sampler;
 * for (const level of [0, 3, 5]) {
 *   values[point.level] = level;
 *   group.sampler.sample();
 * }
 * console.log(group.bins().map(({ hits }) => hits).join(' ')); // 1 2 0
 * console.log(Math.round(group.percent())); // 67
 * ```
 *
 * @module
 */

import type { BinKind, GroupDefinition, GroupSampler } from '../../coverage/index.js';
import { compileGroup, Sampler, summariseGroup } from '../../coverage/index.js';

export {
  type BinKind,
  type BinOptions,
  type BinText,
  bin,
  type Coverpoint,
  type Cross,
  type CrossBin,
  crossBin,
  eachValue,
  type GroupDefinition,
  type GroupSampler,
  ignoreBin,
  ignoreCross,
  illegalBin,
  illegalCross,
  labelBins,
  NOT_SAMPLED,
  type Scored,
  stepRanges,
  type TransitionBin,
  type TransitionPoint,
  transition,
  type ValueBin,
  type ValuePoint,
  type ValueSet,
  wildcardBin,
} from '../../coverage/index.js';

/** A bin and its number of hits (coverage.md). */
export interface BinHits {
  /** The coverpoint or cross. */
  readonly item: string;
  /** The name of the bin. */
  readonly bin: string;
  /** What a hit means. */
  readonly kind: BinKind;
  /** The number of samples that hit the bin. */
  readonly hits: number;
  /** Whether the bin counts towards coverage and has enough hits. */
  readonly isCovered: boolean;
}

/** An open covergroup and its hit counts (coverage.md). */
export interface CountedGroup<P extends string = string> {
  /** Takes samples. */
  readonly sampler: GroupSampler<P>;
  /** All bins in definition order: those of coverpoints, then those of crosses. */
  bins(): BinHits[];
  /** The weighted mean coverage of coverpoints and crosses, in percent. */
  percent(): number;
}

/**
 * Opens a user-defined covergroup for sampling. Its definition is compiled to tables once, so each sample costs only a
 * few nanoseconds and allocates nothing (coverage.md). Throws `Error` for an inconsistent definition; the message says
 * which part is inconsistent.
 */
export function openCovergroup<const P extends string>(definition: GroupDefinition<P>): CountedGroup<P> {
  const compiled = compileGroup(definition);
  const hits = new Uint32Array(compiled.bins.length);
  return {
    sampler: new Sampler(compiled, hits),
    bins: () =>
      compiled.items.flatMap(({ name, first, count }) =>
        compiled.bins.slice(first, first + count).map((bin, i) => ({
          item: name,
          bin: bin.name,
          kind: bin.kind,
          hits: hits[first + i]!,
          isCovered: bin.kind === 'count' && hits[first + i]! >= bin.atLeast,
        })),
      ),
    percent: () =>
      summariseGroup({ group: { compiled }, passed: Array.from(hits, (count) => ({ hits: count })) }).percent,
  };
}
