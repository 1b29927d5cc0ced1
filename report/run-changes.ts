import { type BinRow, COVERAGE_MODEL, type CoverageModel, compareCoverage } from '../coverage/index.js';
import { type Bucket, type FailureGroup, groupFailures, type RunReport } from '../regression/index.js';
import { RULE_IDS } from '../transactions/index.js';
import { ratePerSecond } from './rate-per-second.js';
import { bucketsBySize, countsOfRule } from './run-document.js';

/** What changed from one run to a later one. */
export interface RunChanges {
  /** Id of the earlier run. */
  readonly since: string;
  readonly newBuckets: readonly Bucket[];
  readonly goneBuckets: readonly Bucket[];
  /** Groups that share neither signature nor bucket with one of the other run. */
  readonly newGroups: readonly FailureGroup[];
  readonly goneGroups: readonly FailureGroup[];
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
  const groups = [before, after].map(({ tally }) => groupFailures(tally.buckets.values()));
  const { changed, won, lost, ...scores } = compareCoverage(before.coverage, after.coverage, model);
  const isArmed = ({ tally }: RunReport, id: string): boolean => countsOfRule(tally.rules, id).armed > 0;
  return {
    since: before.request.runId,
    newBuckets: without(after.tally.buckets.values(), before.tally.buckets),
    goneBuckets: without(before.tally.buckets.values(), after.tally.buckets),
    newGroups: groupsWithout(groups[1]!, groups[0]!),
    goneGroups: groupsWithout(groups[0]!, groups[1]!),
    percent: [scores.before.percent, scores.after.percent],
    changed,
    won,
    lost,
    disarmed: RULE_IDS.filter((id) => isArmed(before, id) && !isArmed(after, id)),
    testsPerSecond: [speed(before), speed(after)],
  };
}

/** Whether a group of the later run is new: one of its buckets is in a new group. Of a first run none is. */
export function isNewGroup(
  { buckets }: Pick<FailureGroup, 'buckets'>,
  changes: RunChanges | undefined,
): boolean {
  const signatures = (changes?.newGroups ?? []).flatMap((group) =>
    group.buckets.map(({ signature }) => signature),
  );
  return buckets.some(({ signature }) => signatures.includes(signature));
}

function groupsWithout(groups: readonly FailureGroup[], others: readonly FailureGroup[]): FailureGroup[] {
  const known = new Set(others.flatMap(namesOf));
  return groups.filter((group) => !namesOf(group).some((name) => known.has(name)));
}

function namesOf({ signature, buckets }: FailureGroup): string[] {
  return [signature, ...buckets.map((bucket) => bucket.signature)];
}

function speed({ tally, seconds }: RunReport): number {
  return ratePerSecond(tally.tests, seconds);
}
