import { formatPercentage } from '../../coverage/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import type { SeriesRun } from '../history/run-series.js';
import type { TrendAxis, TrendPoint } from './trend-chart.js';

/** One chart in a series. */
export interface Figure {
  readonly name: string;
  /** The latest value, formatted. */
  readonly latest: string;
  /** The legend for the upward and downward bars. */
  readonly legend?: readonly [up: string, down: string];
  readonly axis: TrendAxis;
  readonly points: readonly TrendPoint[];
}

const PERCENT: TrendAxis = { format: (value) => `${Number(value.toFixed(2))}%`, ceiling: 100 };
const COUNT: TrendAxis = { format: formatNumber, fromZero: true, whole: true };
const RULES: TrendAxis = { format: (value) => `${value}`, whole: true };
const SPEED: TrendAxis = { format: (value) => `${Number(value.toFixed(2))}`, fromZero: true };

/** The maximum number of failure groups to name per table row, sentence or point. */
const MAX_GROUPS_NAMED = 4;

/** Formats the names of the first few failure groups, and how many more there are. */
export function formatGroupNames(groups: readonly string[]): string {
  const hidden = groups.length - MAX_GROUPS_NAMED;
  return `${groups.slice(0, MAX_GROUPS_NAMED).join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

/**
 * Returns the percentage of covered bins, or null if the run's coverage is not counted, for example because a fault was
 * injected.
 */
export function getCountedCoverage({ coverage }: Pick<SeriesRun, 'coverage'>): number | null {
  return coverage === 0 ? null : coverage;
}

/** Formats the values of the charts that need no percent sign, by field. */
const FORMATS = {
  testsPerSecond: (value: number) => `${value.toFixed(1)} tests/s`,
  flaky: (value: number) => formatQuantity(value, 'flaky test'),
  rulesArmed: (value: number) => formatQuantity(value, 'rule'),
};

/**
 * Builds charts of pass rate, coverage, failure groups (with new and vanished ones), speed, flaky tests and armed
 * rules.
 */
export function buildTrendFigures(runs: readonly SeriesRun[]): readonly Figure[] {
  const make = (name: string, field: keyof typeof FORMATS, axis: TrendAxis): Figure =>
    makeFigure(name, runs, axis, (run) => run[field], FORMATS[field]);
  return [
    makeFigure('Pass rate', runs, PERCENT, ({ passRate }) => passRate, formatPercentage),
    makeFigure('Coverage', runs, PERCENT, getCountedCoverage, formatPercentage),
    makeGroupFigure(runs),
    make('Speed', 'testsPerSecond', SPEED),
    make('Flaky tests', 'flaky', COUNT),
    make('Rules armed', 'rulesArmed', RULES),
  ];
}

function makeFigure(
  name: string,
  runs: readonly SeriesRun[],
  axis: TrendAxis,
  getValue: (run: SeriesRun) => number | null,
  format: (value: number) => string,
): Figure {
  const points = runs.map((run) => {
    const value = getValue(run);
    return { value, text: value === null ? 'not recorded' : format(value) };
  });
  return { name, latest: points.at(-1)!.text, axis, points };
}

function makeGroupFigure(runs: readonly SeriesRun[]): Figure {
  const points = runs.map(({ groups, born, fixed }): TrendPoint => {
    const descriptions = [
      formatQuantity(groups.length, 'group'),
      ...(born.length === 0 ? [] : [`new: ${formatGroupNames(born)}`]),
      ...(fixed.length === 0 ? [] : [`vanished: ${formatGroupNames(fixed)}`]),
    ];
    return { value: groups.length, up: born.length, down: fixed.length, text: descriptions.join('; ') };
  });
  const latest = formatQuantity(runs.at(-1)!.groups.length, 'group');
  return { name: 'Failure groups', latest, legend: ['new', 'vanished'], axis: COUNT, points };
}
