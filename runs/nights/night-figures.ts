import { counted, numberText } from '../../base/text/index.js';
import { percentText } from '../../coverage/index.js';
import type { Night } from '../history/nights.js';
import type { TrendAxis, TrendPoint } from './trend-chart.js';

/** One chart in a series. */
export interface Figure {
  readonly name: string;
  /** The newest value. */
  readonly now: string;
  /** The legend for the upward and downward bars. */
  readonly key?: readonly [up: string, down: string];
  readonly axis: TrendAxis;
  readonly points: readonly TrendPoint[];
}

const PERCENT: TrendAxis = { format: (value) => `${Number(value.toFixed(2))}%`, ceiling: 100 };
const COUNT: TrendAxis = { format: numberText, fromZero: true, whole: true };
const RULES: TrendAxis = { format: (value) => `${value}`, whole: true };
const SPEED: TrendAxis = { format: (value) => `${Number(value.toFixed(2))}`, fromZero: true };

/** The maximum number of failure groups named in a row, sentence or point. */
const MAX_GROUPS_NAMED = 4;

/** Formats the names of the first few failure groups, and how many more there are. */
export function groupNames(groups: readonly string[]): string {
  const hidden = groups.length - MAX_GROUPS_NAMED;
  return `${groups.slice(0, MAX_GROUPS_NAMED).join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

/** The percentage of covered bins, or null if the tests do not count, for example with an injected fault. */
export function countedCoverage({ coverage }: Pick<Night, 'coverage'>): number | null {
  return coverage === 0 ? null : coverage;
}

/** A series' charts: pass rate, coverage, failure groups (with new and fixed ones), speed, flaky tests, armed rules. */
export function nightFigures(nights: readonly Night[]): readonly Figure[] {
  return [
    figure('Pass rate', nights, PERCENT, ({ passRate }) => passRate, percentText),
    figure('Coverage', nights, PERCENT, countedCoverage, percentText),
    groupFigure(nights),
    figure(
      'Speed',
      nights,
      SPEED,
      ({ testsPerSecond }) => testsPerSecond,
      (value) => `${value.toFixed(1)} tests/s`,
    ),
    figure(
      'Flaky tests',
      nights,
      COUNT,
      ({ flaky }) => flaky,
      (value) => counted(value, 'flaky test'),
    ),
    figure(
      'Rules armed',
      nights,
      RULES,
      ({ rulesArmed }) => rulesArmed,
      (value) => counted(value, 'rule'),
    ),
  ];
}

function figure(
  name: string,
  nights: readonly Night[],
  axis: TrendAxis,
  read: (night: Night) => number | null,
  format: (value: number) => string,
): Figure {
  const points = nights.map((night) => {
    const value = read(night);
    return { value, text: value === null ? 'not recorded' : format(value) };
  });
  return { name, now: points.at(-1)!.text, axis, points };
}

function groupFigure(nights: readonly Night[]): Figure {
  const points = nights.map(({ groups, born, fixed }): TrendPoint => {
    const descriptions = [
      counted(groups.length, 'group'),
      ...(born.length === 0 ? [] : [`new: ${groupNames(born)}`]),
      ...(fixed.length === 0 ? [] : [`gone: ${groupNames(fixed)}`]),
    ];
    return { value: groups.length, up: born.length, down: fixed.length, text: descriptions.join('; ') };
  });
  const now = counted(nights.at(-1)!.groups.length, 'group');
  return { name: 'Failure groups', now, key: ['new', 'gone'], axis: COUNT, points };
}
