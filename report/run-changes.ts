import { type BinRow, COVERAGE_MODEL, type CoverageModel, compareCoverage } from '../coverage/index.js';
import type { Bucket, RunReport } from '../regression/index.js';
import { RULE_IDS } from '../transactions/index.js';
import { ratePerSecond } from './rate-per-second.js';
import { bucketsBySize, countsOfRule } from './run-document.js';

/** What changed from one run to a later one. */
export interface RunChanges {
  /** Id of the earlier run. */
  readonly since: string;
  readonly newBuckets: readonly Bucket[];
  readonly goneBuckets: readonly Bucket[];
  readonly percent: readonly [before: number, after: number];
  /** Covergroups that have another definition on one side, whose bins are therefore not compared. */
  readonly changed: readonly string[];
  readonly won: readonly BinRow[];
  readonly lost: readonly BinRow[];
  /** Rules that were armed and are not any more. */
  readonly disarmed: readonly string[];
  readonly testsPerSecond: readonly [before: number, after: number];
}

/** Compares a run with an earlier one; both are taken as they are, whatever their size, both under one model. */
export function runChanges(
  before: RunReport,
  after: RunReport,
  model: CoverageModel = COVERAGE_MODEL,
): RunChanges {
  const without = (buckets: Iterable<Bucket>, others: ReadonlyMap<string, Bucket>): Bucket[] =>
    bucketsBySize(buckets).filter(({ signature }) => !others.has(signature));
  const { changed, won, lost, ...scores } = compareCoverage(before.coverage, after.coverage, model);
  const isArmed = ({ tally }: RunReport, id: string): boolean => countsOfRule(tally.rules, id).armed > 0;
  return {
    since: before.request.runId,
    newBuckets: without(after.tally.buckets.values(), before.tally.buckets),
    goneBuckets: without(before.tally.buckets.values(), after.tally.buckets),
    percent: [scores.before.percent, scores.after.percent],
    changed,
    won,
    lost,
    disarmed: RULE_IDS.filter((id) => isArmed(before, id) && !isArmed(after, id)),
    testsPerSecond: [speed(before), speed(after)],
  };
}

function speed({ tally, seconds }: RunReport): number {
  return ratePerSecond(tally.tests, seconds);
}
