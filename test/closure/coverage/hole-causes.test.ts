import { expect, it } from 'vitest';
import { groupHolesByCause } from '../../../closure/coverage/holes-text.js';

it('holes are grouped by the bin that explains most of them, but crosses with no hits are separate', () => {
  const hole = (cross: string, bins: number, ...fixed: [string, string][]) => ({
    group: 'g',
    cross,
    fixed,
    bins,
  });
  const causes = groupHolesByCause([
    hole('a x b', 2, ['a', 'one'], ['wrap', 'yes']),
    hole('a x c', 5, ['a', 'one']),
    hole('wrap x c', 4, ['wrap', 'yes']),
    hole('c x d', 3),
  ]);
  expect(causes.map(({ cause, bins, holes }) => [cause, bins, holes.map(({ cross }) => cross)])).toEqual([
    ['a = one', 7, ['a x c', 'a x b']],
    ['wrap = yes', 4, ['wrap x c']],
    ['g / c x d: never hit', 3, ['c x d']],
  ]);
});
