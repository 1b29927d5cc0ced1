import { formatPercentage } from '../../coverage/index.js';
import { chooseRange, drawSmallChart, type Html } from '../../harness/page/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import type { SeriesRun } from '../history/run-series.js';

/** One chart in a series. */
interface Figure {
  readonly name: string;
  /** The latest value, formatted. */
  readonly latest: string;
  readonly drawing: Html;
}

/** How a run's point is described, and the page that it leads to, if there is one. */
interface RunPoint {
  readonly text: string;
  readonly href?: string;
}

/** A figure that is drawn over the runs. */
interface FigureKind {
  readonly name: string;
  readonly getValue: (run: SeriesRun) => number | null;
  readonly format: (value: number, run: SeriesRun) => string;
  /** Formats the labels of the axis. */
  readonly formatTick: (value: number) => string;
  readonly axis: Parameters<typeof chooseRange>[1];
}

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

const formatTick = (value: number): string => `${Number(value.toFixed(2))}`;
const PERCENT = {
  format: (value: number): string => formatPercentage(value),
  formatTick: (value: number): string => `${formatTick(value)}%`,
  axis: { ceiling: 100 },
};
const COUNT = { formatTick: formatNumber, axis: { whole: true } };

const FIGURES: readonly FigureKind[] = [
  { name: 'Pass rate', getValue: ({ passRate }) => passRate, ...PERCENT },
  { name: 'Coverage', getValue: getCountedCoverage, ...PERCENT },
  { name: 'Failure groups', getValue: ({ groups }) => groups.length, ...COUNT, format: describeGroups },
  {
    name: 'Speed',
    getValue: ({ testsPerSecond }) => testsPerSecond,
    format: (value) => `${value.toFixed(1)} tests/s`,
    ...{ formatTick, axis: {} },
  },
  {
    name: 'Flaky tests',
    getValue: ({ flaky }) => flaky,
    ...COUNT,
    format: (value) => formatQuantity(value, 'flaky test'),
  },
  {
    name: 'Rules evaluated',
    getValue: ({ rulesArmed }) => rulesArmed,
    format: (value) => formatQuantity(value, 'rule'),
    formatTick: (value) => (Number.isInteger(value) ? formatNumber(value) : ''),
    axis: {},
  },
];

function describeGroups(count: number, { born, fixed }: SeriesRun): string {
  return [
    formatQuantity(count, 'group'),
    ...(born.length === 0 ? [] : [`new: ${formatGroupNames(born)}`]),
    ...(fixed.length === 0 ? [] : [`vanished: ${formatGroupNames(fixed)}`]),
  ].join('; ');
}

/**
 * Draws charts of pass rate, coverage, failure groups (with new and vanished ones), speed, flaky tests and evaluated rules,
 * oldest run on the left. Lines have gaps where a value was not recorded.
 */
export function drawFigures(
  runs: readonly SeriesRun[],
  describePoint: (run: SeriesRun, value: string) => RunPoint,
): readonly Figure[] {
  return FIGURES.map(({ name, getValue, format, formatTick: formatY, axis }) => {
    const values = runs.map(getValue);
    const marks = runs.flatMap((run, x) => {
      const y = values[x]!;
      return y === null ? [] : [{ x, y, ...describePoint(run, format(y, run)) }];
    });
    const newest = values.at(-1)!;
    const xMax = Math.max(1, runs.length - 1);
    return {
      name,
      latest: newest === null ? 'not recorded' : format(newest, runs.at(-1)!),
      drawing: drawSmallChart({
        label: `${name} over ${formatQuantity(runs.length, 'run')}`,
        ...{ xMax, formatY, marks },
        yMax: chooseRange(
          marks.map(({ y }) => y),
          axis,
        ),
        xTicks: [0, xMax].map((x) => ({ x, text: runs[x]?.startedAt.slice(0, 10) ?? '' })),
        lines: splitAtGaps(values),
      }),
    };
  });
}

function splitAtGaps(values: readonly (number | null)[]) {
  const segments: (readonly [number, number])[][] = [[]];
  for (const [x, value] of values.entries()) {
    if (value === null) segments.push([]);
    else segments.at(-1)!.push([x, value]);
  }
  return segments
    .filter(({ length }) => length > 1)
    .map((points) => ({ points, style: 'measured' as const }));
}
