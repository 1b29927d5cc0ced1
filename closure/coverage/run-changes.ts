import { present } from '../../arch/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  compareCoverage,
  formatPercentage,
  getBinRows,
  isBeyondChance,
} from '../../coverage/index.js';
import { type FailureGroup, findFailureGroups } from '../../failures/groups/index.js';
import { formatBinName, getRuleCounts, listWarnings } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { getRatePerSecond } from '../../harness/text/index.js';
import { getRuleText, listRuleIds, type RuleId } from '../../transactions/index.js';
import type { AccumulatedCoverage } from './accumulated.js';

/** Maximum number of names listed per kind of change. */
const MAX_NAMES = 20;

/**
 * Describes the changes from one run to another, one per line: coverage, speed, failure groups, rules that are no
 * longer armed, and bins.
 */
export function formatRunChanges(changes: RunChanges): string[] {
  const { since, newGroups, vanishedGroups, changed, won, lost, disarmed, percent, testsPerSecond } = changes;
  return [
    `since ${since}: coverage ${formatPercentage(percent[0])} before, ${formatPercentage(percent[1])} now; ` +
      `speed ${testsPerSecond[0].toFixed(1)} tests/s before, ${testsPerSecond[1].toFixed(1)} now`,
    formatNames(
      'new failure groups',
      newGroups.map(({ signature }) => signature),
    ),
    formatNames(
      'failure groups no longer seen',
      vanishedGroups.map(({ signature }) => signature),
    ),
    ...formatWarningChanges(changes.warnings).map(([label, names]) =>
      formatNames(label.toLowerCase(), names),
    ),
    formatNames('rules that no longer had anything to judge', disarmed.map(formatRule)),
    ...(changed.length === 0 ? [] : [formatNames('covergroups not compared (definition changed)', changed)]),
    formatNames('bins no longer covered, beyond chance', lost.map(formatBinName)),
    ...(changes.missed === 0 ? [] : [`other bins not covered now, as chance explains: ${changes.missed}`]),
    formatNames('newly covered bins', won.map(formatBinName)),
  ];
}

/** Lists the rules whose warnings are new, more than before, or gone, each list with its label. */
export function formatWarningChanges(
  warnings: RunChanges['warnings'],
): readonly [label: string, names: string[]][] {
  const lists: [string, RunChanges['warnings']][] = [
    ['New warnings', warnings.filter(({ before }) => before === 0)],
    ['More warnings', warnings.filter(({ before, now }) => before > 0 && now > before)],
    ['Warnings no longer seen', warnings.filter(({ now }) => now === 0)],
  ];
  return lists
    .filter(([, entries]) => entries.length > 0)
    .map(([label, entries]) => [
      label,
      entries.map(({ rule, before, now }) => `${formatRule(rule)}: ${before} before, ${now} now`),
    ]);
}

/** Formats a rule's id with its sentence. */
export function formatRule(id: string): string {
  return `${id} (${getRuleText(id)})`;
}

function formatNames(label: string, names: readonly string[]): string {
  if (names.length === 0) return `${label}: none`;
  const hidden = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return `${label}: ${names.length}: ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

/** The changes between a run and a later one. */
export interface RunChanges {
  /** The id of the earlier run. */
  readonly since: string;
  /**
   * Groups that share neither a signature nor a bucket with a group of the earlier run. If a bug occurs together with
   * another one, only its signature is compared.
   */
  readonly newGroups: readonly FailureGroup[];
  /** Groups of the earlier run that share neither a signature nor a bucket with a group of the later one. */
  readonly vanishedGroups: readonly FailureGroup[];
  readonly percent: readonly [before: number, after: number];
  /** Covergroups whose definitions differ between the runs. Their bins are not compared. */
  readonly changed: readonly string[];
  /** Bins covered only in the later run. */
  readonly won: readonly BinRow[];
  /** Bins covered in earlier runs, and now by fewer tests than chance explains; with the earlier counts. */
  readonly lost: readonly BinRow[];
  /** The number of other bins covered only in the earlier run. */
  readonly missed: number;
  /** The coverage of this and earlier similar runs together, if there are any. */
  readonly nights?: AccumulatedCoverage;
  /** Ids of the rules that are no longer armed. */
  readonly disarmed: readonly string[];
  readonly testsPerSecond: readonly [before: number, after: number];
  /** The rules with more or fewer warnings than chance explains. */
  readonly warnings: readonly { readonly rule: RuleId; readonly before: number; readonly now: number }[];
}

/** Compares a run with an earlier one, using the same coverage model for both. */
export function findRunChanges(
  before: RunReport,
  after: RunReport,
  model: CoverageModel = COVERAGE_MODEL,
  nights?: AccumulatedCoverage,
): RunChanges {
  const [earlierGroups, laterGroups] = [findFailureGroups(before), findFailureGroups(after)];
  const {
    changed,
    won,
    lost: uncovered,
    ...scores
  } = compareCoverage(before.coverage, after.coverage, model);
  const lost = findLostBins(nights?.former ?? before.coverage, after.coverage, model);
  const isLost = (row: BinRow): boolean => lost.some((other) => formatBinName(other) === formatBinName(row));
  const wasArmed = ({ tally }: RunReport, id: string): boolean => getRuleCounts(tally.rules, id).armed > 0;
  return {
    since: before.request.runId,
    newGroups: findUnmatched(laterGroups, earlierGroups),
    vanishedGroups: findUnmatched(earlierGroups, laterGroups),
    percent: [scores.before.percent, scores.after.percent],
    changed,
    won,
    lost,
    missed: uncovered.filter((row) => !isLost(row)).length,
    ...present({ nights }),
    disarmed: listRuleIds().filter((id) => wasArmed(before, id) && !wasArmed(after, id)),
    testsPerSecond: [getSpeed(before), getSpeed(after)],
    warnings: compareWarnings(before, after),
  };
}

/** Returns the bins that are no longer covered and were hit by fewer tests than chance explains. */
function findLostBins(former: CoverageData, now: CoverageData, model: CoverageModel): readonly BinRow[] {
  const { before, after, lost } = compareCoverage(former, now, model);
  const rows = new Map(getBinRows(now, model).map((row) => [formatBinName(row), row]));
  return lost.filter((row) =>
    isBeyondChance(
      { hits: row.passed.tests, tests: before.tests.passed },
      { hits: rows.get(formatBinName(row))!.passed.tests, tests: after.tests.passed },
      after.total,
    ),
  );
}

/** Returns the rules with more or fewer warnings than chance explains for the numbers of tests. */
function compareWarnings(before: RunReport, after: RunReport): RunChanges['warnings'] {
  const [earlier, later] = [before, after].map(
    ({ tally }) => new Map(listWarnings(tally.warnings, []).map(({ rule, times }) => [rule, times])),
  );
  const rules = [...new Set([...earlier!.keys(), ...later!.keys()])].sort();
  return rules
    .map((rule) => ({ rule, before: earlier!.get(rule) ?? 0, now: later!.get(rule) ?? 0 }))
    .filter((counts) => {
      const was = { hits: counts.before, tests: before.tally.tests };
      const is = { hits: counts.now, tests: after.tally.tests };
      return isBeyondChance(was, is, rules.length) || isBeyondChance(is, was, rules.length);
    });
}

/** Returns whether a group of the later run is new. If there is no earlier run, no group is new. */
export function isNewGroup(
  group: Pick<FailureGroup, 'buckets' | 'rule' | 'unit' | 'maskedBy'>,
  changes: RunChanges | undefined,
): boolean {
  const key = getKey(group);
  return (changes?.newGroups ?? []).some((other) => getKey(other) === key);
}

/**
 * Returns a key that identifies a group within its run: its first bucket or, if the bug occurs alongside another one
 * with the same bucket, its rule, its unit and the other bug.
 */
function getKey({ buckets, rule, unit, maskedBy }: Parameters<typeof isNewGroup>[0]): string {
  return maskedBy === undefined ? buckets[0]!.signature : `${rule} ${unit} alongside ${maskedBy.cause}`;
}

function findUnmatched(groups: readonly FailureGroup[], others: readonly FailureGroup[]): FailureGroup[] {
  const signatures = new Set(others.flatMap(listSignatures));
  return groups.filter((group) => !listSignatures(group).some((name) => signatures.has(name)));
}

function listSignatures({ signature, buckets, maskedBy }: FailureGroup): string[] {
  return maskedBy === undefined ? [signature, ...buckets.map((bucket) => bucket.signature)] : [signature];
}

function getSpeed({ tally, seconds }: RunReport): number {
  return getRatePerSecond(tally.tests, seconds);
}
