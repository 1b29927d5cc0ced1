import { openCorpus } from '../programs/corpus-files.js';
import { type PlannedTest, planTests, type Shard } from '../selection/plan.js';
import { findSuite, selectSequences } from '../selection/selection.js';
import { SteeredPlan } from '../steering/steered-plan.js';
import type { RunRequest } from './run-request.js';

/** A range of consecutive tests in a plan. */
export interface PlanSlice {
  /** The plan position of the first test. */
  readonly first: number;
  /** The number of tests; `Infinity` if only time limits the run. */
  readonly count: number;
  /** Iterates over the tests from `first` on. */
  readonly tests: () => Iterator<PlannedTest>;
  /** Chooses tests as results arrive; absent if all tests are known from the start. */
  readonly steered?: SteeredPlan;
}

/**
 * Returns the part of the plan that a request runs: all of it, or a shard. Throws `UsageError` if the selection leaves
 * no tests.
 */
export function getPlanSlice(request: RunRequest): PlanSlice {
  const { list, shard, count } = request;
  if (request.steer) {
    const steered = makeSteeredPlan(request);
    return { first: 0, count, tests: () => steered, steered };
  }
  const plan = list === undefined ? drawTests(request) : () => list.values();
  if (shard === undefined) return { first: 0, count, tests: plan };
  const [first, end] = getPlannedSpan(request);
  return { first, count: end - first, tests: () => skip(plan(), first) };
}

/** Returns the plan positions that a request runs, as the first one and the one after the last. */
export function getPlannedSpan({
  count,
  shard,
}: Pick<RunRequest, 'count' | 'shard'>): readonly [first: number, end: number] {
  return shard === undefined
    ? [0, count]
    : [getShardEnd(count, shard, shard.index - 1), getShardEnd(count, shard, shard.index)];
}

/** Returns the plan position at which the shard with the given index ends. */
function getShardEnd(count: number, shard: Shard, index: number): number {
  return Math.floor((count * index) / shard.count);
}

/** Removes the first tests, which have already run, from a slice. A steered plan has already advanced past them. */
export function withoutFirst(slice: PlanSlice, skipped: number): PlanSlice {
  const { first, count, tests, steered } = slice;
  const remaining = steered === undefined ? () => skip(tests(), skipped) : tests;
  return { ...slice, first: first + skipped, count: count - skipped, tests: remaining };
}

function makeSteeredPlan({ suite, seed, glob, overrides, first, wholeBuild }: RunRequest): SteeredPlan {
  const sequences = selectSequences(findSuite(suite), glob, overrides, wholeBuild);
  return new SteeredPlan({ seed, sequences, overrides, first, corpus: openCorpus() });
}

function drawTests({
  suite,
  seed,
  glob,
  overrides,
  first,
  wholeBuild,
}: RunRequest): () => Iterator<PlannedTest> {
  const sequences = selectSequences(findSuite(suite), glob, overrides, wholeBuild);
  const firstSeeds = new Set(first.map((test) => test.seed));
  return function* () {
    yield* first;
    for (const test of planTests(seed, sequences)) if (!firstSeeds.has(test.seed)) yield test;
  };
}

function skip(plan: Iterator<PlannedTest>, count: number): Iterator<PlannedTest> {
  for (let skipped = 0; skipped < count; skipped++) plan.next();
  return plan;
}
