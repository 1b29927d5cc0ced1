import { GENERATIONS } from '../../arch/index.js';
import { RULES, type Rule } from '../../checkers/index.js';
import {
  type CoverageSummary,
  formatPercentage,
  type Score,
  summariseCoverage,
} from '../../coverage/index.js';
import {
  hasUnknownFailure,
  makeReportedGroups,
  type ReportedBucket,
  type ReportedGroup,
} from '../../failures/groups/index.js';
import {
  type ErrorOrigin,
  findKnownIssue,
  getErrorOrigin,
  getRuleCounts,
} from '../../harness/records/index.js';
import { getPlannedSpan, type RunReport, UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';
import { decideVerdict, type JudgedCounts } from '../../harness/terminal/index.js';
import { formatNumber, makeColumns, type SummaryTable } from '../../harness/text/index.js';
import { MATRIX_SUITE } from '../../stimulus/index.js';
import { type CellOutcome, collectMatrixResults } from '../run/matrix-results.js';
import { sortBucketsBySize } from './run-document.js';
import { listRunFacts } from './run-facts.js';
/** Builds a table of the scenario matrix's cells by generation; undefined for runs of other suites. */
export function buildMatrixTable({
  request,
  tally,
}: Pick<RunReport, 'request' | 'tally'>): SummaryTable | undefined {
  if (request.suite !== MATRIX_SUITE) return undefined;
  return {
    columns: makeColumns('cell', 'description', ...GENERATIONS),
    rows: collectMatrixResults(tally.sequences).map(({ cell, title, outcomes }) => [
      cell,
      title,
      ...GENERATIONS.map((gfx) => describeOutcome(outcomes[gfx])),
    ]),
  };
}

function describeOutcome(outcome: CellOutcome): string {
  switch (outcome.kind) {
    case 'pass':
      return 'pass';
    case 'expected':
      return `expected ${outcome.rules.join(', ')}`;
    case 'fail':
      return `FAIL, ${outcome.failed} of ${outcome.tests}`;
    case 'forbidden':
      return `forbidden: ${outcome.reason}`;
    case 'absent':
      return 'not run';
    default:
      return outcome satisfies never;
  }
}

/** A run's summary, shared by the text and Markdown reports. */
export interface RunSummary {
  readonly passed: boolean;
  /** `running` and `partial` mean that nothing has failed, but some tests have no result yet or never will. */
  readonly outcome: 'pass' | 'fail' | 'running' | 'partial';
  /** The outcome, followed by the counts. */
  readonly verdict: string;
  /** Names and values of the one-line facts: seed, speed, directory and so on. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** One row per covergroup; absent if no test counts towards coverage. */
  readonly coverage: SummaryTable | undefined;
  /**
   * One row per sequence, with the number of words of its final memory that were compared with the reference and the
   * number that were not.
   */
  readonly memory: SummaryTable;
  /** One row per cell of the scenario matrix; absent for suites without it. */
  readonly matrix: SummaryTable | undefined;
  /** Ids of the rules that should have been armed but never were. These count as holes, not as passes. */
  readonly unarmed: readonly string[];
  readonly armed: number;
  /** The number of armed rules, out of those that should be armed. */
  readonly armedText: string;
  readonly buckets: readonly ReportedBucket[];
  /** Groups of buckets that most likely have the same cause. */
  readonly groups: readonly ReportedGroup[];
}

/** Summarises a run. */
export function summariseRun(report: RunReport): RunSummary {
  const { request, tally } = report;
  const covered = summariseCoverage(report.coverage);
  const neverArmed = RULES.filter(({ id }) => getRuleCounts(tally.rules, id).armed === 0);
  const unarmed = neverArmed.filter((rule: Rule) => !isArmedOnlyBySpecialTests(rule)).map(({ id }) => id);
  const armed = RULES.length - neverArmed.length;
  const buckets = sortBucketsBySize(tally.buckets.values()).map((bucket) => ({
    ...bucket,
    known: findKnownIssue(request.knownIssues, bucket),
    ...findShrunkTest(report, bucket.signature),
  }));
  const groups = makeReportedGroups(report, buckets);
  const repeats = tally.census.countRepeats();
  const outcome = getOutcome(report);
  const passed = outcome !== 'fail';
  return {
    passed,
    outcome,
    verdict: `${outcome.toUpperCase()}  ${formatCounts(report, passed)}`,
    facts: listRunFacts(report, { covered, groups, repeats }),
    coverage: covered.tests.passed === 0 ? undefined : buildCoverageTable(covered),
    memory: buildMemoryTable(tally),
    matrix: buildMatrixTable(report),
    unarmed,
    armed,
    armedText: formatArmed(armed, neverArmed),
    buckets,
    groups,
  };
}

function findShrunkTest({ shrunk }: RunReport, signature: string): Pick<ReportedBucket, 'shrunk'> {
  const smallest = shrunk?.get(signature);
  return smallest === undefined ? {} : { shrunk: smallest };
}

/** Returns a run's counts. A failure that is not known fails the run, even if some tests have no result yet. */
export function countJudged(report: RunReport): JudgedCounts {
  const { end, tally } = report;
  const hasFailed = hasUnknownFailure(report) || tally.census.countRepeats().excessive;
  return {
    passed: tally.tests,
    failed: hasFailed ? 1 : 0,
    unjudged: UNFINISHED_STATUSES.includes(end) ? 1 : 0,
  };
}

function getOutcome(report: RunReport): RunSummary['outcome'] {
  const verdict = decideVerdict(countJudged(report));
  return verdict !== 'fail' && report.end === 'running' ? 'running' : verdict;
}

/** Formats the number of tests passed and failed and, if the plan is not finished, how much of it is done. */
function formatCounts({ request, tally }: RunReport, passed: boolean): string {
  const [first, end] = getPlannedSpan(request);
  const planned = end - first;
  const isLimited = Number.isFinite(planned);
  if (tally.tests === 0)
    return `no tests have finished${isLimited ? `; ${formatNumber(planned)} planned` : ''}`;
  const known = passed && tally.failed > 0 ? (tally.failed === 1 ? ' (known)' : ' (all known)') : '';
  const done =
    isLimited && planned > tally.tests
      ? `; ${formatNumber(tally.tests)} of ${formatNumber(planned)} planned tests done`
      : '';
  return `${formatNumber(tally.passed)} of ${formatNumber(tally.tests)} tests passed, ${formatNumber(tally.failed)} failed${known}${formatErrors(tally)}${done}`;
}

const ERROR_NOUNS: Readonly<Record<ErrorOrigin, string>> = {
  testbench: 'testbench error',
  'user code': 'error in your code',
  limit: 'exceeded limit',
};

/** Formats the number of tests that ended without a verdict, by the origin of the error. */
function formatErrors({ buckets }: RunReport['tally']): string {
  const counts = new Map<string, number>();
  for (const { rule, signature, count } of buckets.values()) {
    if (rule !== 'error') continue;
    const noun = ERROR_NOUNS[getErrorOrigin(signature)];
    counts.set(noun, (counts.get(noun) ?? 0) + count);
  }
  return Array.from(
    counts,
    ([noun, count]) => `, ${formatNumber(count)} ${count === 1 ? noun : pluralise(noun)}`,
  ).join('');
}

function pluralise(noun: string): string {
  return noun.replace(/^error|error$|limit$/, '$&s');
}

/** Whether only special tests arm the rule. If so, it does not count as a hole when it is not armed. */
export function isArmedOnlyBySpecialTests({ onlyChecksHangs, onlyChecksScenes, litmus }: Rule): boolean {
  return onlyChecksHangs === true || onlyChecksScenes === true || litmus !== undefined;
}

function formatArmed(armed: number, neverArmed: readonly Rule[]): string {
  const hangs = neverArmed.filter(({ onlyChecksHangs }) => onlyChecksHangs === true).length;
  const litmusRules = neverArmed.filter(({ litmus }) => litmus !== undefined).length;
  const scenes = neverArmed.filter(({ onlyChecksScenes }) => onlyChecksScenes === true).length;
  const exceptions = [
    ...(hangs === 0 ? [] : [`; ${hangs === 1 ? '1 other applies' : `${hangs} others apply`} only to hangs`]),
    ...(litmusRules === 0 ? [] : [`; ${litmusRules} only to litmus cells`]),
    ...(scenes === 0 ? [] : [`; ${scenes} only to scenes of check`]),
  ];
  return `${armed} of ${armed + neverArmed.length - hangs - litmusRules - scenes} had something to judge${exceptions.join('')}`;
}

function buildMemoryTable({ checks }: RunReport['tally']): SummaryTable {
  const byName = Object.entries(checks.memory).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    columns: makeColumns('test', '>compared', '>not compared', '>% compared'),
    rows: byName.map(([name, { compared, leftOut }]) => [
      name,
      formatNumber(compared),
      formatNumber(leftOut),
      formatPercentage((100 * compared) / Math.max(1, compared + leftOut)),
    ]),
  };
}

function buildCoverageTable({ groups, ...all }: CoverageSummary): SummaryTable {
  const row = (name: string, { hit, total, percent }: Score, weight: number): string[] => [
    name,
    formatNumber(hit),
    formatNumber(total),
    `${weight}`,
    formatPercentage(percent),
  ];
  return {
    columns: makeColumns('covergroup', '>hit', '>bins', '>weight', '>weighted'),
    rows: [...groups.map((group) => row(group.name, group, group.weight)), row('all', all, 1)],
  };
}
