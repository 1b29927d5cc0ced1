import { STEERED_ESTIMATE } from '../../../closure/rank/index.js';
import {
  type CoverageData,
  computeSaturation,
  estimateNewBins,
  formatPercentage,
  type Saturation,
  summariseCoverage,
} from '../../../coverage/index.js';
import { drawLineChart, type Html, h } from '../../../harness/page/index.js';
import type { Waivers } from '../../../harness/records/index.js';
import type { RunReport } from '../../../harness/run-directory/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import { section, table } from '../parts.js';

/** How far ahead `--until saturated` looks, in seconds. */
const HOUR = 3600;
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
    drawGrowthChart(growth, estimateGain),
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
export function drawGrowthChart({ curve }: Pick<Saturation, 'curve'>, estimateGain: GainEstimator): Html {
  const last = curve.at(-1)!;
  const expected = Array.from({ length: EXTRAPOLATION_STEPS + 1 }, (_, step): [number, number] => {
    const extra = Math.round((last.tests * step) / EXTRAPOLATION_STEPS);
    return [last.tests + extra, last.bins + estimateGain(extra)];
  });
  return drawLineChart({
    label: `Growth: ${formatQuantity(last.bins, 'bin')} after ${formatQuantity(last.tests, 'test')}; ${formatQuantity(Math.round(expected.at(-1)![1]), 'bin')} expected after ${formatQuantity(2 * last.tests, 'test')}`,
    xTitle: 'passed tests',
    yTitle: 'bins hit (dashed line: expected)',
    xMax: 2 * last.tests,
    yMax: expected.at(-1)![1],
    lines: [
      {
        points: [[0, 0], ...curve.map(({ tests, bins }): [number, number] => [tests, bins])],
        style: 'measured',
        area: true,
      },
      { points: expected, style: 'expected' },
    ],
  });
}

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
      const share = formatPercentage((100 * gain) / total);
      return [name, formatNumber(tests), formatNumber(Math.round(gain)), share];
    }),
  );
}
