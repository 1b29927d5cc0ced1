import { expect, it } from 'vitest';
import { binRows, dependence } from '../../../coverage/index.js';
import { filledCoverage } from '../../report/coverage/support/filled.js';

it('is 1 for bins of coverpoints, and at most 1 for combinations', () => {
  const data = filledCoverage(() => 1);
  const of = dependence(data, 2);
  for (const row of binRows(data).filter(({ kind }) => kind === 'count'))
    expect(of(row)).toBeLessThanOrEqual(1);
  expect(of({ group: 'waiters', item: 'state', of: [] })).toBe(1);
});

it('falls where combinations beside one are hit less often than their coordinates suggest', () => {
  const rows = binRows(filledCoverage());
  const group = 'waiters';
  const own = rows.filter((row) => row.group === group);
  const hole = own.find(({ item, bin }) => item === 'state x delay' && bin === 'awake again x 16-63')!;
  const places = own.map(({ of, item }, at) => ({ at, hit: of.length === 0 || item !== 'state x delay' }));
  // Both coordinates in every test, and no combination of them.
  const apart = filledCoverage((at) => (places[at]?.hit === false ? 0 : 1));
  expect(dependence(apart, 1)(hole)).toBeLessThan(0.3);
  expect(
    dependence(
      filledCoverage(() => 1),
      1,
    )(hole),
  ).toBe(1);
});
