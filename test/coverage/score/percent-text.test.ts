import { describe, expect, it } from 'vitest';
import { formatMissedPercent, formatPercentage, roundPercent } from '../../../coverage/index.js';

describe('a percentage', () => {
  it('is shown as 100% only if nothing is missing', () => {
    expect(formatPercentage(100)).toBe('100.0%');
    expect(formatPercentage(99.97)).toBe('99.9%');
    expect(formatPercentage(99.999, 2)).toBe('99.99%');
    expect(formatPercentage(95.27)).toBe('95.3%');
  });

  it('is rounded to 100 only if nothing is missing', () => {
    expect([100, 99.996, 95.274].map((percent) => roundPercent(percent, 2))).toEqual([100, 99.99, 95.27]);
  });

  it('is never rounded up to a goal that was missed', () => {
    expect([89.996, 90].map(formatMissedPercent)).toEqual(['89.99%', '90.00%']);
  });
});
