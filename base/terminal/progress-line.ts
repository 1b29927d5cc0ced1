import { counted, numberText } from '../text/counted.js';
import { rateText } from '../text/rate-per-second.js';

/** The progress of a run. */
export interface RunState {
  readonly suite: string;
  readonly tests: number;
  /** Number of planned tests, or `Infinity` if only the time limit ends the run. */
  readonly planned: number;
  /** Fraction of the run that is done, by tests or by time, whichever is greater. */
  readonly share: number;
  readonly failed: number;
  /** Number of failure groups. */
  readonly groups: number;
  /** Coverage, such as `81.3%`. */
  readonly coverage: string;
  readonly testsPerSecond: number;
  /** Estimated time left in seconds; undefined while it is unknown. */
  readonly secondsLeft: number | undefined;
  /** The test that has been running longest, such as `rmw_buffer.3 running for 25 s`; empty if no test is slow. */
  readonly slow: string;
}

/** The parts of each form of the line. The first form that fits is shown. */
const FORMS: readonly (readonly Segment[])[] = [
  ['suite', 'wide bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['suite', 'bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['bar', 'tests', 'failed', 'covered', 'left', 'slow'],
  ['tests', 'failed', 'percent', 'short left', 'slow'],
  ['suite', 'bar', 'tests', 'failed', 'percent', 'short left'],
  ['bar', 'tests', 'failed', 'percent', 'short left'],
  ['tests', 'failed', 'percent', 'short left'],
  ['tests', 'failed', 'short left'],
];

type Segment =
  | 'suite'
  | 'wide bar'
  | 'bar'
  | 'tests'
  | 'rate'
  | 'failed'
  | 'covered'
  | 'percent'
  | 'left'
  | 'short left'
  | 'slow';

/**
 * Formats the progress as one line of at most `columns` characters. At 60 columns or more, it shows the tests,
 * failures, groups, coverage and time left; wider lines add a bar, the rate and the slowest test, if any.
 */
export function progressLine(state: RunState, columns: number): string {
  const forms = FORMS.filter((form) => state.slow !== '' || !isForSlowTests(form));
  const lines = forms.map((form) => formatLine(state, form));
  return lines.find(({ length }) => length <= columns) ?? lines.at(-1)!.slice(0, Math.max(0, columns));
}

/** Formats the progress as a line for a log, without the suite and the bar. */
export function progressNote(state: RunState): string {
  return formatLine(state, ['tests', 'rate', 'failed', 'covered', 'left', 'slow']);
}

/** Returns whether a form drops the bar to make room for a slow test. */
function isForSlowTests(form: readonly Segment[]): boolean {
  return form.includes('slow') && !form.includes('bar') && !form.includes('wide bar');
}

function formatLine(state: RunState, form: readonly Segment[]): string {
  const texts = form
    .map((segment) => [segment, segmentText(state, segment)] as const)
    .filter(([, text]) => text !== '');
  return texts
    .map(([segment, text], i) => (i === 0 ? text : `${gap(texts[i - 1]![0], segment)}${text}`))
    .join('');
}

/** Spaces separate the suite and the bar from their neighbours; dots separate everything else. */
function gap(before: Segment, after: Segment): string {
  return [before, after].some((segment) => segment.endsWith('bar') || segment === 'suite') ? ' ' : ' · ';
}

function segmentText(state: RunState, segment: Segment): string {
  const { suite, tests, planned, failed, groups, coverage, testsPerSecond, secondsLeft, slow } = state;
  switch (segment) {
    case 'suite':
      return suite;
    case 'wide bar':
      return bar(state.share, 24);
    case 'bar':
      return bar(state.share, 10);
    case 'tests':
      return Number.isFinite(planned) ? `${numberText(tests)}/${numberText(planned)}` : numberText(tests);
    case 'rate':
      return `${rateText(testsPerSecond)}/s`;
    case 'failed':
      return groups === 0
        ? `${numberText(failed)} failed`
        : `${numberText(failed)} failed (${counted(groups, 'group')})`;
    case 'covered':
      return `coverage ${coverage}`;
    case 'percent':
      return coverage;
    case 'left':
      return secondsLeft === undefined ? '' : `${duration(secondsLeft)} left`;
    case 'short left':
      return secondsLeft === undefined ? '' : duration(secondsLeft);
    case 'slow':
      return slow;
    default:
      return segment satisfies never;
  }
}

function bar(share: number, width: number): string {
  const done = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'━'.repeat(done)}${'┄'.repeat(width - done)}`;
}

/** Formats an estimate, rounded: `25 s`, `4 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds));
  if (wholeSeconds < 100) return `${wholeSeconds} s`;
  const minutes = Math.round(wholeSeconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
