import { ratePerSecond } from '../../base/text/index.js';
import { type BinRow, COVERAGE_MODEL, type CoverageModel, compareCoverage } from '../../coverage/index.js';
import { type FailureGroup, groupsOfRun } from '../../failures/groups/index.js';
import { countsOfRule } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { ruleIds } from '../../transactions/index.js';

/** Changes from one run to a later one. */
export interface RunChanges {
  /** Id of the earlier run. */
  readonly since: string;
  /**
   * Groups that share neither signature nor bucket with a group of the other run. A bug shown alongside another one is compared by
   * its signature alone.
   */
  readonly newGroups: readonly FailureGroup[];
  readonly goneGroups: readonly FailureGroup[];
  readonly percent: readonly [before: number, after: number];
  /** Covergroups defined differently on one side, whose bins are therefore not compared. */
  readonly changed: readonly string[];
  readonly won: readonly BinRow[];
  readonly lost: readonly BinRow[];
  /** Rules that are no longer armed. */
  readonly disarmed: readonly string[];
  readonly testsPerSecond: readonly [before: number, after: number];
}

/** Compares a run with an earlier one under one model. */
export function runChanges(
  before: RunReport,
  after: RunReport,
  model: CoverageModel = COVERAGE_MODEL,
): RunChanges {
  const [earlierGroups, laterGroups] = [groupsOfRun(before), groupsOfRun(after)];
  const { changed, won, lost, ...scores } = compareCoverage(before.coverage, after.coverage, model);
  const isArmed = ({ tally }: RunReport, id: string): boolean => countsOfRule(tally.rules, id).armed > 0;
  return {
    since: before.request.runId,
    newGroups: groupsWithout(laterGroups, earlierGroups),
    goneGroups: groupsWithout(earlierGroups, laterGroups),
    percent: [scores.before.percent, scores.after.percent],
    changed,
    won,
    lost,
    disarmed: ruleIds().filter((id) => isArmed(before, id) && !isArmed(after, id)),
    testsPerSecond: [speed(before), speed(after)],
  };
}

/** Whether a group of the later run is new. In a first run, none is. */
export function isNewGroup(
  group: Pick<FailureGroup, 'buckets' | 'rule' | 'unit' | 'shownBy'>,
  changes: RunChanges | undefined,
): boolean {
  const place = placeOf(group);
  return (changes?.newGroups ?? []).some((other) => placeOf(other) === place);
}

/**
 * A group's identity within its run: its first bucket, shared by several bugs only if one occurs alongside the other.
 */
function placeOf({ buckets, rule, unit, shownBy }: Parameters<typeof isNewGroup>[0]): string {
  return shownBy === undefined ? buckets[0]!.signature : `${rule} ${unit} beside ${shownBy.cause}`;
}

function groupsWithout(groups: readonly FailureGroup[], others: readonly FailureGroup[]): FailureGroup[] {
  const names = new Set(others.flatMap(namesOf));
  return groups.filter((group) => !namesOf(group).some((name) => names.has(name)));
}

function namesOf({ signature, buckets, shownBy }: FailureGroup): string[] {
  return shownBy === undefined ? [signature, ...buckets.map((bucket) => bucket.signature)] : [signature];
}

function speed({ tally, seconds }: RunReport): number {
  return ratePerSecond(tally.tests, seconds);
}
