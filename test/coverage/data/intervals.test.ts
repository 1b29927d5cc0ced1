import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addIndex,
  compareIntervals,
  countBelow,
  countIndices,
  formatIntervals,
  hasIndex,
  type Intervals,
  uniteIntervals,
} from '../../../coverage/data/intervals.js';

const indices = fc.uniqueArray(fc.nat(30), { maxLength: 12 });
const makeSet = (numbers: readonly number[]) => numbers.reduce<Intervals>(addIndex, []);

describe('sets of test indices', () => {
  it('have a canonical form, regardless of the order in which indices are added', () => {
    fc.assert(
      fc.property(indices, (numbers) => {
        const set = makeSet(numbers);
        expect(set).toEqual(makeSet([...numbers].sort((a, b) => b - a)));
        expect(countIndices(set)).toBe(numbers.length);
        for (let i = 0; i <= 31; i++) {
          expect(hasIndex(set, i)).toBe(numbers.includes(i));
          expect(countBelow(set, i)).toBe(numbers.filter((number) => number < i).length);
        }
      }),
    );
  });

  it('behave like plain sets when combined and compared', () => {
    fc.assert(
      fc.property(indices, indices, (a, b) => {
        expect(uniteIntervals(makeSet(a), makeSet(b))).toEqual(makeSet([...new Set([...a, ...b])]));
        const common = a.filter((index) => b.includes(index)).length;
        const isSubset = common === a.length;
        const isSuperset = common === b.length;
        const expected =
          isSubset && isSuperset ? 'equal' : isSubset ? 'inside' : isSuperset ? 'contains' : undefined;
        expect(compareIntervals(makeSet(a), makeSet(b))).toBe(
          expected ?? (common === 0 ? 'disjoint' : 'partial'),
        );
      }),
    );
  });

  it('are formatted as ranges', () => {
    expect(formatIntervals(makeSet([1, 2, 3, 7]))).toBe('1..3, 7');
  });
});
