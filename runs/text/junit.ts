import { join } from 'node:path';
import { CHIP_NAMES, groupBy } from '../../arch/index.js';
import { getFailureFolder, MAX_STORED_PER_BUCKET } from '../../harness/basics/index.js';
import {
  findKnownIssue,
  formatKnownIssue,
  listWarnings,
  type RuleWarnings,
} from '../../harness/records/index.js';
import {
  formatReproCommand,
  type RunReport,
  type RunTestResult,
  UNFINISHED_STATUSES,
} from '../../harness/run-directory/index.js';
import { formatTestId, listPlannedChips } from '../../harness/selection/index.js';
import { isLoaded } from '../../harness/suite-files/index.js';
import { formatJunitDocument, formatQuantity, type JunitCase } from '../../harness/text/index.js';
import { formatSeed } from '../../transactions/index.js';
import { formatWarningCount, listWarningPlaces } from './phrases.js';
import { getEndFacts, getRepeatFacts } from './run-facts.js';

const RUN_SUITE = 'pops-tb';

/** The case of tests for which no scenario, and so no chip, could be generated. */
const NO_CHIP = 'no chip';

/** The most seeds, and failures, to list per case. */
const MAX_LISTED = 20;

/**
 * Formats a run's `junit.xml`: one suite per sequence, with one case per chip that it can be drawn for. A server follows
 * a case by its name, so all nights of a suite have the same cases, whatever their seeds; a case without tests is
 * skipped, as is one with only known failures. The suite `pops-tb` has one case per property of the run as a whole.
 */
export function formatJunit(report: RunReport, results: readonly RunTestResult[]): string {
  const { request, seconds } = report;
  const byName = new Map<string, Map<string, RunTestResult[]>>();
  const find = (sequence: string, chip: string): RunTestResult[] => {
    const chips = byName.get(sequence) ?? new Map<string, RunTestResult[]>();
    const tests = chips.get(chip) ?? [];
    byName.set(sequence, chips.set(chip, tests));
    return tests;
  };
  if (request.list === undefined && isLoaded(request))
    for (const [sequence, chips] of listPlannedChips(request.suite, request.glob, request.overrides))
      for (const chip of chips) find(sequence, chip);
  for (const result of results) find(result.test.sequence, result.chip ?? NO_CHIP).push(result);
  const order: readonly string[] = [...CHIP_NAMES, NO_CHIP];
  const suites = [...byName].sort(compareNames).map(([name, chips]) => ({
    name,
    className: `pops.${name}`,
    cases: [...chips]
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([chip, tests]) => makeCase(report, chip, tests)),
  }));
  const runSuite = {
    name: RUN_SUITE,
    className: `pops.${RUN_SUITE}`,
    cases: getRunCases(report, results),
  };
  const properties = { rootSeed: formatSeed(request.seed) };
  return formatJunitDocument(`pops-tb ${request.suite}`, [...suites, runSuite], properties, seconds);
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function makeCase(report: RunReport, name: string, tests: readonly RunTestResult[]): JunitCase {
  if (tests.length === 0)
    return { name, outcome: 'skipped', message: 'no test was drawn for it in this run' };
  const { knownIssues } = report.request;
  const failures = tests.flatMap(({ failure }) => failure ?? []);
  const unknown = failures.filter((failure) => findKnownIssue(knownIssues, failure) === undefined);
  const seconds = tests.reduce((sum, test) => sum + (test.seconds ?? 0), 0);
  const output = describeTests(report, tests, failures);
  const [first] = unknown.length > 0 ? unknown : failures;
  if (first === undefined) return { name, outcome: 'passed', seconds, output };
  if (unknown.length === 0) {
    const message = `known: ${formatKnownIssue(findKnownIssue(knownIssues, first)!)}`;
    return { name, outcome: 'skipped', seconds, message, output };
  }
  const isDesign = unknown.some(({ outcome }) => outcome !== 'error');
  const shown = isDesign ? unknown.find(({ outcome }) => outcome !== 'error')! : first;
  const buckets = [...groupBy(unknown, ({ signature }) => signature).values()];
  const lines = buckets.slice(0, MAX_LISTED).flatMap((bucket) => {
    const example = bucket[0]!;
    return [
      `${example.signature}, ${formatQuantity(bucket.length, 'test')}: ${example.summary}`,
      `reproduce: ${formatReproCommand(report.request, example)}`,
    ];
  });
  const hidden = buckets.length - MAX_LISTED;
  const rest = hidden > 0 ? [`${formatQuantity(hidden, 'more bucket')} in report --json`] : [];
  return {
    name,
    outcome: isDesign ? 'failure' : 'error',
    seconds,
    type: shown.rule,
    message: shown.summary,
    details: [...lines, ...rest].join('\n'),
    output,
  };
}

/** Lists counts, seeds, a line that replays one test, and the stored files of failures. */
function describeTests(
  { request }: RunReport,
  tests: readonly RunTestResult[],
  failures: readonly NonNullable<RunTestResult['failure']>[],
): string {
  const passed = tests.filter(({ failure }) => failure === undefined);
  const seeds = [...failures, ...passed].map(({ test }) => test.seed);
  const hidden = seeds.length - MAX_LISTED;
  const replayed = failures[0] ?? tests[0]!;
  // Relative to the run directory, so that the file does not depend on its location.
  const folders = failures
    .slice(0, Math.min(MAX_LISTED, MAX_STORED_PER_BUCKET))
    .map(({ signature, test }) => getFailureFolder(signature, formatTestId(test)));
  return [
    `${passed.length} of ${formatQuantity(tests.length, 'test')} passed, ${failures.length} failed`,
    `seeds: ${seeds.slice(0, MAX_LISTED).join(' ')}${hidden > 0 ? ` and ${hidden} more` : ''}`,
    `replay: ${formatReproCommand(request, replayed)}`,
    ...folders.map((folder) => `[[ATTACHMENT|${join(folder, 'violations.json')}]]`),
  ].join('\n');
}

/**
 * Returns cases for what is not visible in individual tests: planned tests without a result, too many identical tests,
 * and warnings.
 */
function getRunCases(report: RunReport, results: readonly RunTestResult[]): JunitCase[] {
  const { tests, passed } = report.tally;
  const failures = results.filter(({ failure }) => failure !== undefined).length;
  const unlisted = Math.max(tests - results.length, tests - passed - failures);
  const repeats = report.tally.census.countRepeats();
  const facts = new Map([...getEndFacts(report), ...getRepeatFacts(repeats)]);
  const warnings = listWarnings(report.tally.warnings, report.request.knownIssues);
  const make = (name: string, outcome: 'error' | 'failure', message: string | undefined): JunitCase =>
    message === undefined ? { name, outcome: 'passed' } : { name, outcome, type: 'run', message };
  const isUnfinished = UNFINISHED_STATUSES.includes(report.end);
  return [
    make(
      'every planned test has a result',
      'error',
      isUnfinished ? (facts.get('ended') ?? facts.get('running')) : undefined,
    ),
    make(
      'every test is listed',
      'error',
      unlisted === 0
        ? undefined
        : `${formatQuantity(unlisted, 'test')} missing above: the log does not name the tests; report --suite-file may`,
    ),
    make(
      'scenarios differ from test to test',
      'failure',
      repeats.excessive ? facts.get('repeats') : undefined,
    ),
    { name: 'warnings', outcome: 'passed', output: formatWarnings(warnings) },
  ];
}

/** Lists the warnings by rule and place. */
function formatWarnings(warnings: readonly RuleWarnings[]): string {
  if (warnings.length === 0) return 'none';
  return warnings
    .flatMap((entry) => [formatWarningCount(entry), ...listWarningPlaces(entry).map((line) => `  ${line}`)])
    .join('\n');
}
