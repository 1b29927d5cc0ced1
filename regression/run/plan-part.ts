import { type PlannedTest, planTests } from '../records/plan.js';
import { findSuite, selectSequences } from '../records/selection.js';
import type { RunRequest, Shard } from './run-request.js';

/** Consecutive tests of a plan. */
export interface PlanPart {
  /** Position in the plan of the first one. */
  readonly first: number;
  /** `Infinity` when only time limits the run. */
  readonly count: number;
  /** The tests from that position on. */
  readonly tests: () => Iterator<PlannedTest>;
}

/** What a request runs of its plan: all of it, or its shard. Throws `UsageError` when its selection leaves no test. */
export function planPart(request: RunRequest): PlanPart {
  const { list, shard, count } = request;
  const plan = list === undefined ? drawnTests(request) : () => list.values();
  if (shard === undefined) return { first: 0, count, tests: plan };
  const first = boundOf(count, shard, shard.index - 1);
  return { first, count: plannedTests(request), tests: () => skip(plan(), first) };
}

/** Tests that a request runs in the end; `Infinity` when only time limits it. */
export function plannedTests({ count, shard }: Pick<RunRequest, 'count' | 'shard'>): number {
  return shard === undefined
    ? count
    : boundOf(count, shard, shard.index) - boundOf(count, shard, shard.index - 1);
}

/** Position in a plan at which the shard of this index ends. */
function boundOf(count: number, shard: Shard, index: number): number {
  return Math.floor((count * index) / shard.count);
}

/** The part without its first tests. */
export function withoutFirst({ first, count, tests }: PlanPart, skipped: number): PlanPart {
  return { first: first + skipped, count: count - skipped, tests: () => skip(tests(), skipped) };
}

function drawnTests({ suite, seed, glob, overrides, first }: RunRequest): () => Iterator<PlannedTest> {
  const sequences = selectSequences(findSuite(suite), glob, overrides);
  return function* () {
    yield* first;
    yield* planTests(seed, sequences);
  };
}

function skip(plan: Iterator<PlannedTest>, count: number): Iterator<PlannedTest> {
  for (let skipped = 0; skipped < count; skipped++) plan.next();
  return plan;
}
