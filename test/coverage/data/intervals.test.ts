import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addIndex,
  compareIntervals,
  countBelow,
  countIndices,
  hasIndex,
  type Intervals,
  printIntervals,
  uniteIntervals,
} from '../../../coverage/data/intervals.js';

const indices = fc.uniqueArray(fc.nat(30), { maxLength: 12 });
const setOf = (numbers: readonly number[]) => numbers.reduce<Intervals>(addIndex, []);

describe('sets of test indices', () => {
  it('have a canonical form, whatever order indices were added in', () => {
    fc.assert(
      fc.property(indices, (numbers) => {
        const set = setOf(numbers);
        expect(set).toEqual(setOf([...numbers].sort((a, b) => b - a)));
        expect(countIndices(set)).toBe(numbers.length);
        for (let i = 0; i <= 31; i++) {
          expect(hasIndex(set, i)).toBe(numbers.includes(i));
          expect(countBelow(set, i)).toBe(numbers.filter((number) => number < i).length);
        }
      }),
    );
  });

  it('are united and compared like plain sets', () => {
    fc.assert(
      fc.property(indices, indices, (a, b) => {
        expect(uniteIntervals(setOf(a), setOf(b))).toEqual(setOf([...new Set([...a, ...b])]));
        const common = a.filter((index) => b.includes(index)).length;
        const isInside = common === a.length;
        const isAround = common === b.length;
        const expected =
          isInside && isAround ? 'equal' : isInside ? 'inside' : isAround ? 'around' : undefined;
        expect(compareIntervals(setOf(a), setOf(b))).toBe(
          expected ?? (common === 0 ? 'disjoint' : 'partial'),
        );
      }),
    );
  });

  it('are printed as ranges', () => {
    expect(printIntervals(setOf([1, 2, 3, 7]))).toBe('1..3, 7');
  });
});
