import { chooseRange, getTicks } from '../../../harness/page/line-chart.js';
import { percentBar } from '../../../runs/page/parts.js';
import { drawGrowthChart } from '../../../runs/page/sections/growth.js';
import { drawOutcomeBar } from '../../../runs/page/sections/verdict.js';

it('labels the axes of the growth chart with round numbers and units, and extrapolates it to twice as many tests', () => {
  expect(getTicks(1571)).toEqual([0, 500, 1000, 1500]);
  expect(getTicks(3)).toEqual([0, 1, 2, 3]);
  const curve = [
    { tests: 30, bins: 900 },
    { tests: 60, bins: 1571 },
  ];
  const { html } = drawGrowthChart({ curve }, (tests) => tests);
  for (const text of [
    '1,500',
    'bins hit',
    'passed tests',
    '1,571 bins after 60 tests; 1,631 bins expected after 120 tests',
  ])
    expect(html).toContain(text);
  expect(html).toContain(`class="growth drawing"`);
  expect(html.match(/<polyline class="expected" points="([^ ]+)/)![1]).toBe('328.5,34.1');
});

it('caps known failures at the number of failures, with no gap or overlap between segments', () => {
  const { html } = drawOutcomeBar({ tests: 10, passed: 6, failed: 3, errors: 1 }, 5);
  expect(html).toContain('aria-label="6 passed, 3 known, 1 error"');
  const getPercents = (name: string) =>
    Array.from(html.matchAll(new RegExp(` ${name}="([\\d.]+)%"`, 'g')), ([, value]) => Number(value));
  expect(getPercents('x')).toEqual([0, 60, 90]);
  expect(getPercents('width')).toEqual([60, 30, 10]);
});

it.each([
  [99.99, 99],
  [120, 100],
  [-1, 0],
])('draws %d percent as a bar of %d percent, which is full only at 100', (percent, expected) => {
  expect(percentBar(percent).html).toContain(`data-share="${expected}"`);
});

it('chooses a range of round numbers close to the values', () => {
  expect(chooseRange([91.3, 93.4])).toMatchObject({ min: 91, max: 94 });
  expect(chooseRange([99.7, 100], { ceiling: 100 }).max).toBe(100);
  expect(chooseRange([0, 1], { whole: true }).ticks).toEqual([0, 1]);
});

it.each([[[]], [[0]], [[100]], [[92, 92]], [[Number.NaN]]])(
  'chooses a range of non-zero height for the values %j',
  (values) => {
    for (const ceiling of [100, undefined]) {
      const { min, max, ticks } = chooseRange(values, ceiling === undefined ? {} : { ceiling });
      expect(max).toBeGreaterThan(min);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(8);
    }
  },
);
