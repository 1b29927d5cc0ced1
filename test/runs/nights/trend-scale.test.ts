import { expect, it } from 'vitest';
import { chooseTrendScale } from '../../../runs/nights/trend-chart.js';

it('chooses round labels close to the values shown', () => {
  expect(chooseTrendScale([91.3, 93.4])).toEqual({ low: 91, high: 94, ticks: [91, 92, 93, 94] });
});

it('caps percentages at 100, and labels counts in whole steps from zero', () => {
  expect(chooseTrendScale([99.7, 100], { ceiling: 100 }).high).toBe(100);
  expect(chooseTrendScale([0, 1], { fromZero: true, whole: true }).ticks).toEqual([0, 1]);
  expect(chooseTrendScale([91, 92], { whole: true }).ticks).toEqual([91, 92]);
});

it.each([[[]], [[0]], [[100]], [[92, 92]], [[Number.NaN]]])(
  'has a non-zero height for the values %j',
  (values) => {
    for (const ceiling of [100, undefined]) {
      const { low, high, ticks } = chooseTrendScale(values, ceiling === undefined ? {} : { ceiling });
      expect(high).toBeGreaterThan(low);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(6);
    }
  },
);
