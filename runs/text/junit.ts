import { join } from 'node:path';
import { getFailureFolder } from '../../harness/basics/index.js';
import { findKnownIssue, listWarnings, type RuleWarnings } from '../../harness/records/index.js';
import { type RunReport, UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import {
  escapeMarkup,
  formatQuantity,
  makeXmlDocument,
  makeXmlElement,
  type XmlAttributes,
} from '../../harness/text/index.js';
import { formatSeed } from '../../transactions/index.js';
import { FAILURE_LIMITS, formatKnownIssue, formatWarningCount, listWarningPlaces } from './phrases.js';
import { sortBucketsBySize } from './run-document.js';
import { getEndFacts, getRepeatFacts } from './run-facts.js';

type Bucket = RunReport['tally']['buckets'] extends Map<string, infer B> ? B : never;

const LIMITS = FAILURE_LIMITS.junit;

const RUN_SUITE = 'pops-tb';

/** A `testcase` element and its outcome. */
interface TestCase {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly element: string;
}

/**
 * Formats a run's `junit.xml` in the dialect of Jenkins' xUnit plugin (formats.md 2). There is one suite per
 * sequence, with one case for all passing seeds and one for each failing seed that is stored in full. Case names
 * contain seeds, because consumers merge tests with the same name. Known failures are skipped, with their reason. A
 * run that was cut short, or whose tests repeat each other, gets an extra suite that says so, since its tests alone
 * would look like a pass.
 */
export function formatJunit(report: RunReport): string {
  const { request, tally, seconds } = report;
  const failing = collectFailingCases(report);
  const sequences = Object.keys(tally.sequences)
    .sort()
    .map((sequence) => ({ name: sequence, cases: getCases(report, sequence, failing.get(sequence) ?? []) }));
  const runSuite = { name: RUN_SUITE, cases: getRunCases(report) };
  const suites = runSuite.cases.length > 0 ? [...sequences, runSuite] : sequences;
  const allCases = suites.flatMap(({ cases }) => cases);
  return makeXmlDocument(
    makeXmlElement(
      'testsuites',
      {
        name: `pops-tb ${request.suite}`,
        tests: allCases.length,
        failures: countCases(allCases, 'failure'),
        errors: countCases(allCases, 'error'),
        time: seconds.toFixed(3),
      },
      suites.map(({ name, cases }) => formatSuite(name, cases, formatSeed(request.seed))),
    ),
  );
}

function formatSuite(name: string, cases: readonly TestCase[], seed: string): string {
  const attributes = {
    name,
    tests: cases.length,
    failures: countCases(cases, 'failure'),
    errors: countCases(cases, 'error'),
    skipped: countCases(cases, 'skipped'),
    package: 'pops',
  };
  const properties = makeXmlElement('properties', {}, [
    makeXmlElement('property', { name: 'rootSeed', value: seed }),
  ]);
  return makeXmlElement('testsuite', attributes, [properties, ...cases.map(({ element }) => element)]);
}

function countCases(cases: readonly TestCase[], outcome: TestCase['kind']): number {
  return cases.filter(({ kind }) => kind === outcome).length;
}

function getCases(report: RunReport, sequence: string, failing: readonly TestCase[]): readonly TestCase[] {
  const { tests, failed } = report.tally.sequences[sequence]!;
  const passed: TestCase = {
    kind: 'passed',
    element: formatTestCase(sequence, `${sequence} [${formatQuantity(tests - failed, 'seed')} passed]`, []),
  };
  return tests > failed ? [passed, ...failing] : failing;
}

/**
 * Collects the cases for failing seeds, keyed by sequence and in bucket order. If there are too many buckets, only the
 * largest are included.
 */
function collectFailingCases(report: RunReport): Map<string, TestCase[]> {
  const { buckets } = report.tally;
  const largest = new Set(sortBucketsBySize(buckets.values()).slice(0, LIMITS.buckets));
  const cases = new Map<string, TestCase[]>();
  for (const bucket of buckets.values()) {
    if (!largest.has(bucket)) continue;
    for (const [sequence, testCase] of getBucketCases(report, bucket)) {
      cases.set(sequence, [...(cases.get(sequence) ?? []), testCase]);
    }
  }
  return cases;
}

function getBucketCases({ request }: RunReport, bucket: Bucket): [sequence: string, TestCase][] {
  const known = findKnownIssue(request.knownIssues, bucket);
  const hidden = bucket.count - bucket.examples.length;
  return bucket.examples.map((example, index) => {
    const { test, outcome, summary, repro } = example;
    const { sequence } = test;
    const isLast = index === bucket.examples.length - 1;
    const note = isLast && hidden > 0 ? [`${formatQuantity(hidden, 'more failure')} in this bucket`] : [];
    const text = [bucket.signature, `reproduce: ${repro}`, ...note].join('\n');
    const kind = known !== undefined ? 'skipped' : outcome === 'error' ? 'error' : 'failure';
    const attributes: XmlAttributes =
      known === undefined
        ? { type: bucket.rule, message: summary }
        : { message: `known: ${formatKnownIssue(known)}` };
    // Relative to the run directory, so that the file does not depend on its location.
    const folder = getFailureFolder(bucket.signature, formatTestId(test));
    const output = makeXmlElement('system-out', {}, [
      escapeMarkup(`${text}\n[[ATTACHMENT|${join(folder, 'violations.json')}]]`),
    ]);
    const body = kind === 'skipped' ? [] : [escapeMarkup(text)];
    const name = `${sequence} [seed=${test.seed}]`;
    return [
      sequence,
      { kind, element: formatTestCase(sequence, name, [makeXmlElement(kind, attributes, body), output]) },
    ];
  });
}

/**
 * Returns cases for what is not visible in individual tests: planned tests without a result, too many identical tests,
 * warnings, or too many buckets to list.
 */
function getRunCases(report: RunReport): TestCase[] {
  const repeats = report.tally.census.countRepeats();
  const facts = new Map([...getEndFacts(report), ...getRepeatFacts(repeats)]);
  const warnings = listWarnings(report.tally.warnings, report.request.knownIssues);
  const hidden = report.tally.buckets.size - LIMITS.buckets;
  const hiddenText = `${formatQuantity(hidden, 'more bucket')} in report --json`;
  return [
    ...(UNFINISHED_STATUSES.includes(report.end)
      ? [
          createRunCase(
            'error',
            'every planned test has a result',
            facts.get('ended') ?? facts.get('running')!,
          ),
        ]
      : []),
    ...(repeats.excessive
      ? [createRunCase('failure', 'scenarios differ from test to test', facts.get('repeats')!)]
      : []),
    ...(warnings.length > 0 ? [createWarningCase(warnings)] : []),
    ...(hidden > 0 ? [createRunCase('failure', 'every bucket of failures is listed', hiddenText)] : []),
  ];
}

/** Creates a passing case whose output lists the warnings by rule and place. */
function createWarningCase(warnings: readonly RuleWarnings[]): TestCase {
  const lines = warnings.flatMap((entry) => [
    formatWarningCount(entry),
    ...listWarningPlaces(entry).map((line) => `  ${line}`),
  ]);
  const output = makeXmlElement('system-out', {}, [escapeMarkup(lines.join('\n'))]);
  return { kind: 'passed', element: formatTestCase(RUN_SUITE, 'warnings', [output]) };
}

function createRunCase(kind: 'error' | 'failure', name: string, message: string): TestCase {
  const body = makeXmlElement(kind, { type: 'run', message }, []);
  return { kind, element: formatTestCase(RUN_SUITE, name, [body]) };
}

function formatTestCase(sequence: string, name: string, content: readonly string[]): string {
  return makeXmlElement('testcase', { classname: `pops.${sequence}`, name }, content);
}
