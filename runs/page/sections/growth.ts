import { STEERED_ESTIMATE } from '../../../closure/rank/index.js';
import {
  type CoverageData,
  computeSaturation,
  estimateNewBins,
  type Saturation,
  type SaturationPoint,
  summariseCoverage,
} from '../../../coverage/index.js';
import { drawLineChart, type Html, h, makeLinearScale, makeLogScale } from '../../../harness/page/index.js';
import type { Waivers } from '../../../harness/records/index.js';
import type { RunReport } from '../../../harness/run-directory/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import { section, table } from '../parts.js';

/** How far ahead `--until saturated` looks, in seconds. */
const HOUR = 3600;
/** Rates are given per hundred tests. */
const RATE_TESTS = 100;
/** Number of steps in the extrapolated curve. */
const EXTRAPOLATION_STEPS = 10;

/** Estimates how many new bins the given number of additional tests would hit. */
type GainEstimator = (tests: number) => number;

/** Renders the growth section: how coverage grew during the run, its current rate, and what more tests would add. */
export function renderGrowth({ request, tally, coverage, seconds }: RunReport, { model }: Waivers): Html {
  const growth = computeSaturation(coverage, model);
  const last = growth.curve.at(-1);
  if (last === undefined || last.bins === 0) {
    const reason = 'Only passing tests with no injected fault are counted, and this run has none.';
    return section('growth', 'Growth', h('p', {}, reason));
  }
  const estimateGain: GainEstimator = (tests) => estimateNewBins(coverage, growth.tests, tests, model);
  const reached = `${formatQuantity(last.bins, 'bin')} after ${formatQuantity(last.tests, 'test')}`;
  const testsPerHour = Math.round((tally.tests * HOUR) / Math.max(1, seconds));
  const selection = request.steer ? 'steered by coverage' : 'chosen at random by weight';
  return section(
    'growth',
    'Growth',
    h(
      'p',
      {},
      `${reached}, ${selection}. `,
      `${formatQuantity(growth.onlyOnce.length, 'bin')} hit by only one test.`,
    ),
    ...drawGrowthChart(growth, estimateGain),
    ...drawRateChart(growth.curve),
    h('h3', {}, 'Saturation'),
    h(
      'p',
      { class: 'quiet' },
      'An estimate of how many new bins would be hit by further tests of the same kind, based on the number of bins hit by exactly one test and by exactly two. ',
      ...(request.steer ? [`${STEERED_ESTIMATE} `] : []),
      'Unless a goal is given, --until saturated ends a run when another hour would add less than 0.1% of the bins.',
    ),
    renderGainTable(coverage, estimateGain, testsPerHour, growth.tests, model),
  );
}

/** Plots bins against tests, with a dashed line that extrapolates to twice as many tests. */
export function drawGrowthChart({ curve }: Pick<Saturation, 'curve'>, estimateGain: GainEstimator): Html[] {
  const last = curve.at(-1)!;
  const expected = Array.from({ length: EXTRAPOLATION_STEPS + 1 }, (_, step): [number, number] => {
    const extra = Math.round((last.tests * step) / EXTRAPOLATION_STEPS);
    return [last.tests + extra, last.bins + estimateGain(extra)];
  });
  const chart = drawLineChart({
    label: `Growth: ${formatQuantity(last.bins, 'bin')} after ${formatQuantity(last.tests, 'test')}; ${formatQuantity(Math.round(expected.at(-1)![1]), 'bin')} expected after ${formatQuantity(2 * last.tests, 'test')}`,
    xTitle: 'passed tests',
    yTitle: 'bins hit (dashed line: expected)',
    xMax: 2 * last.tests,
    yScale: makeLinearScale(expected.at(-1)![1]),
    lines: [
      {
        points: [[0, 0], ...curve.map(({ tests, bins }): [number, number] => [tests, bins])],
        style: 'measured',
        area: true,
      },
      { points: expected, style: 'expected' },
    ],
  });
  return [chart];
}

/** Plots new bins per hundred tests on a logarithmic axis, or nothing if there are fewer than two rates. */
export function drawRateChart(curve: readonly SaturationPoint[]): Html[] {
  const rates = computeRates(curve);
  if (rates.length < 2) return [];
  return [
    drawLineChart({
      label: `New bins per ${RATE_TESTS} tests: ${rates[0]![1].toFixed(1)} at first, ${rates.at(-1)![1].toFixed(1)} at the end`,
      xTitle: 'passed tests',
      yTitle: `new bins per ${RATE_TESTS} tests`,
      xMax: curve.at(-1)!.tests,
      yScale: makeLogScale(rates.map(([, rate]) => rate)),
      lines: [{ points: rates, style: 'measured' }],
    }),
  ];
}

/**
 * Returns the rate at the midpoint of each interval of the curve. Intervals with no new bins are merged into
 * the previous one.
 */
function computeRates(curve: readonly SaturationPoint[]): [tests: number, rate: number][] {
  const intervals: { from: SaturationPoint; to: SaturationPoint }[] = [];
  for (const [index, to] of curve.entries()) {
    const from = curve[index - 1] ?? { tests: 0, bins: 0 };
    const previous = intervals.at(-1);
    if (to.bins > from.bins || previous === undefined) intervals.push({ from, to });
    else previous.to = to;
  }
  return intervals.flatMap(({ from, to }) =>
    to.bins > from.bins
      ? [[(from.tests + to.tests) / 2, (RATE_TESTS * (to.bins - from.bins)) / (to.tests - from.tests)]]
      : [],
  );
}

/** Renders the gain expected from as many tests again, ten times as many, and another hour at the run's pace. */
function renderGainTable(
  coverage: CoverageData,
  estimateGain: GainEstimator,
  testsPerHour: number,
  passed: number,
  model: Waivers['model'],
): Html {
  const { total } = summariseCoverage(coverage, model);
  const rows = [
    ['as many tests again', passed],
    ['ten times as many tests', 10 * passed],
    ['another hour at this pace', testsPerHour],
  ] as const;
  return table(
    'Expected growth',
    makeColumns('additional tests', '>number', '>new bins', '>of all bins'),
    rows.map(([name, tests]) => {
      const gain = estimateGain(tests);
      const share = `${((100 * gain) / total).toFixed(2)}%`;
      return [name, formatNumber(tests), formatNumber(Math.round(gain)), share];
    }),
  );
}
