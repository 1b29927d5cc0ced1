import { formatNumber, formatQuantity, formatRatePerSecond } from '../text/quantity.js';

/** The progress of a run. */
export interface RunState {
  readonly suite: string;
  readonly tests: number;
  /** Number of planned tests, or `Infinity` if the run has only a time limit. */
  readonly planned: number;
  /** Fraction of the tests or of the time limit that is used up, whichever is greater. */
  readonly fraction: number;
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

/** The segments of each layout. The first layout that fits is used. */
const LAYOUTS: readonly (readonly Segment[])[] = [
  ['suite', 'wide bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['suite', 'bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['bar', 'tests', 'failed', 'covered', 'left', 'slow'],
  ['tests', 'failed', 'percent', 'left (short)', 'slow'],
  ['suite', 'bar', 'tests', 'failed', 'percent', 'left (short)'],
  ['bar', 'tests', 'failed', 'percent', 'left (short)'],
  ['tests', 'failed', 'percent', 'left (short)'],
  ['tests', 'failed', 'left (short)'],
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
  | 'left (short)'
  | 'slow';

/**
 * Formats the progress as one line of at most `columns` characters. At 60 columns or more, it shows the tests,
 * failures, groups, coverage and time left; wider lines add a bar, the rate and the slowest test, if any.
 */
export function formatProgressLine(state: RunState, columns: number): string {
  const layouts = LAYOUTS.filter((layout) => state.slow !== '' || !isSlowTestLayout(layout));
  const lines = layouts.map((layout) => formatLine(state, layout));
  return lines.find(({ length }) => length <= columns) ?? lines.at(-1)!.slice(0, Math.max(0, columns));
}

/** Formats the progress as a line for a log, without the suite and the bar. */
export function formatProgressNote(state: RunState): string {
  return formatLine(state, ['tests', 'rate', 'failed', 'covered', 'left', 'slow']);
}

/** Returns whether a layout drops the bar to make room for a slow test. */
function isSlowTestLayout(layout: readonly Segment[]): boolean {
  return layout.includes('slow') && !layout.includes('bar') && !layout.includes('wide bar');
}

function formatLine(state: RunState, layout: readonly Segment[]): string {
  const formatted = layout
    .map((segment) => [segment, formatSegment(state, segment)] as const)
    .filter(([, text]) => text !== '');
  return formatted
    .map(([segment, text], i) => (i === 0 ? text : `${getSeparator(formatted[i - 1]![0], segment)}${text}`))
    .join('');
}

/** Spaces separate the suite and the bar from their neighbours; dots separate everything else. */
function getSeparator(left: Segment, right: Segment): string {
  return [left, right].some((segment) => segment.endsWith('bar') || segment === 'suite') ? ' ' : ' · ';
}

function formatSegment(state: RunState, segment: Segment): string {
  const { suite, tests, planned, failed, groups, coverage, testsPerSecond, secondsLeft, slow } = state;
  switch (segment) {
    case 'suite':
      return suite;
    case 'wide bar':
      return formatBar(state.fraction, 24);
    case 'bar':
      return formatBar(state.fraction, 10);
    case 'tests':
      return Number.isFinite(planned)
        ? `${formatNumber(tests)}/${formatNumber(planned)}`
        : formatNumber(tests);
    case 'rate':
      return `${formatRatePerSecond(testsPerSecond)}/s`;
    case 'failed':
      return groups === 0
        ? `${formatNumber(failed)} failed`
        : `${formatNumber(failed)} failed (${formatQuantity(groups, 'group')})`;
    case 'covered':
      return `coverage ${coverage}`;
    case 'percent':
      return coverage;
    case 'left':
      return secondsLeft === undefined ? '' : `${formatDuration(secondsLeft)} left`;
    case 'left (short)':
      return secondsLeft === undefined ? '' : formatDuration(secondsLeft);
    case 'slow':
      return slow;
    default:
      return segment satisfies never;
  }
}

function formatBar(fraction: number, width: number): string {
  const done = Math.round(Math.min(1, Math.max(0, fraction)) * width);
  return `${'━'.repeat(done)}${'┄'.repeat(width - done)}`;
}

/** Formats an estimated duration, rounded: `25 s`, `4 min`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds));
  if (wholeSeconds < 100) return `${wholeSeconds} s`;
  const minutes = Math.round(wholeSeconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
