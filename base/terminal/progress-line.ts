import { counted, numberText } from '../text/counted.js';
import { rateText } from '../text/rate-per-second.js';

/** Progress of a run. */
export interface RunState {
  readonly suite: string;
  readonly tests: number;
  /** `Infinity` if only time ends the run. */
  readonly planned: number;
  /** Finished share of the run, from 0 to 1: of its tests or of its time, whichever is greater. */
  readonly share: number;
  readonly failed: number;
  /** Failure groups. */
  readonly groups: number;
  /** Coverage, for example `81.3 %`. */
  readonly coverage: string;
  readonly testsPerSecond: number;
  /** Undefined while unknown. */
  readonly secondsLeft: number | undefined;
  /** The longest-running test, for example `rmw_buffer.3 running for 25 s`; empty if not long. */
  readonly slow: string;
}

/** Forms of the line, from the widest to the narrowest; the first that fits is shown. */
const FORMS: readonly (readonly Part[])[] = [
  ['suite', 'wide bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['suite', 'bar', 'tests', 'rate', 'failed', 'covered', 'left', 'slow'],
  ['bar', 'tests', 'failed', 'covered', 'left', 'slow'],
  ['tests', 'failed', 'percent', 'short left', 'slow'],
  ['suite', 'bar', 'tests', 'failed', 'percent', 'short left'],
  ['bar', 'tests', 'failed', 'percent', 'short left'],
  ['tests', 'failed', 'percent', 'short left'],
  ['tests', 'failed', 'short left'],
];

type Part =
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
 * One line of progress of at most `columns` characters. From 60 characters on, it has tests, failures, groups, coverage and the
 * time left; with more room, also a bar, the rate, and any slow test.
 */
export function progressLine(state: RunState, columns: number): string {
  const forms = FORMS.filter((form) => state.slow !== '' || !isForSlowTests(form));
  const lines = forms.map((form) => lineOf(state, form));
  return lines.find(({ length }) => length <= columns) ?? lines.at(-1)!.slice(0, Math.max(0, columns));
}

/** The progress as a line of a log, without suite and bar. */
export function progressNote(state: RunState): string {
  return lineOf(state, ['tests', 'rate', 'failed', 'covered', 'left', 'slow']);
}

/** Narrow forms drop the bar in favour of the slow test. */
function isForSlowTests(form: readonly Part[]): boolean {
  return form.includes('slow') && !form.includes('bar') && !form.includes('wide bar');
}

function lineOf(state: RunState, form: readonly Part[]): string {
  const texts = form.map((part) => [part, textOf(state, part)] as const).filter(([, text]) => text !== '');
  return texts.map(([part, text], i) => (i === 0 ? text : `${gap(texts[i - 1]![0], part)}${text}`)).join('');
}

/** The suite and the bar are between spaces, everything else between dots. */
function gap(before: Part, after: Part): string {
  return [before, after].some((part) => part.endsWith('bar') || part === 'suite') ? ' ' : ' · ';
}

function textOf(state: RunState, part: Part): string {
  const { suite, tests, planned, failed, groups, coverage, testsPerSecond, secondsLeft, slow } = state;
  switch (part) {
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
      return part satisfies never;
  }
}

function bar(share: number, width: number): string {
  const done = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'━'.repeat(done)}${'┄'.repeat(width - done)}`;
}

/** `25 s`, `4 min`, `2 h 10 min`: rounded, since it is an estimate. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 100) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
