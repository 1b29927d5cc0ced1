import { escapeMarkup, makeXmlDocument, makeXmlElement } from './xml.js';

/** A case of a `junit.xml`. Servers follow its history by class and name, so neither may contain a seed or number. */
export interface JunitCase {
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  readonly seconds?: number;
  /** What kind of failure or error it is, such as the rule. */
  readonly type?: string;
  /** Why the case did not pass, in one line. */
  readonly message?: string;
  /** What a server shows below the message. */
  readonly details?: string;
  /** What a server shows as the case's output. */
  readonly output?: string;
}

/** Cases of one class. */
export interface JunitSuite {
  readonly name: string;
  readonly className: string;
  readonly cases: readonly JunitCase[];
}

/**
 * Formats a `junit.xml` in the dialect of Jenkins' xUnit plugin (formats.md 2), which GitLab reads too.
 *
 * @param properties what holds for every suite, such as the root seed
 */
export function formatJunitDocument(
  name: string,
  suites: readonly JunitSuite[],
  properties: Readonly<Record<string, string>>,
  seconds?: number,
): string {
  const { skipped: _, ...counts } = countOutcomes(suites.flatMap(({ cases }) => cases));
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  const xml = suites.map((suite) => formatSuite(suite, properties));
  return makeXmlDocument(makeXmlElement('testsuites', { name, ...counts, ...time }, xml));
}

function countOutcomes(cases: readonly JunitCase[]) {
  const count = (wanted: JunitCase['outcome']): number =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function formatSuite(
  { name, className, cases }: JunitSuite,
  properties: Readonly<Record<string, string>>,
): string {
  const values = Object.entries(properties).map(([name, value]) =>
    makeXmlElement('property', { name, value }),
  );
  return makeXmlElement('testsuite', { name, ...countOutcomes(cases), package: 'pops' }, [
    makeXmlElement('properties', {}, values),
    ...cases.map((testCase) => formatCase(className, testCase)),
  ]);
}

function formatCase(
  classname: string,
  { name, outcome, seconds, type, message, details, output }: JunitCase,
): string {
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  const reason = { ...(type === undefined ? {} : { type }), ...(message === undefined ? {} : { message }) };
  const body = details === undefined ? [] : [escapeMarkup(details)];
  return makeXmlElement('testcase', { classname, name, ...time }, [
    ...(outcome === 'passed' ? [] : [makeXmlElement(outcome, reason, body)]),
    ...(output === undefined ? [] : [makeXmlElement('system-out', {}, [escapeMarkup(output)])]),
  ]);
}
