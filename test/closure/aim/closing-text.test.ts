import { expect, it } from 'vitest';
import {
  buildRemainingHolesTable,
  describeHoleSearch,
  listHoleSearchFailures,
} from '../../../closure/aim/close-holes.js';

const stillOpen = [{ bin: 'a/b/c', tried: 24, reached: 1, missing: ['b = c', 'd = e'] }];
const HOLE_SEARCH = {
  tried: 40,
  closed: 12,
  tests: ['s.1@0x1', 's.2@0x1'],
  failed: [],
  resisting: stillOpen,
  untried: 1171,
  file: 'c.json',
};

it('the hole-search summary counts the closed, remaining and untried holes, and names the suite to start with next', () => {
  expect(describeHoleSearch(HOLE_SEARCH)).toBe(
    '40 tests tried: 2 of them closed 12 holes; 1 hole remains open, and 1,171 were not attempted; the next nightly run starts with c.json',
  );
  expect(describeHoleSearch({ ...HOLE_SEARCH, closed: 0, tests: [], untried: 0 })).toBe(
    '40 tests tried: 0 of them closed 0 holes; 1 hole remains open',
  );
});

it('the hole-search report lists failed tests, and the steps not reached by the test that came closest to each hole', () => {
  expect(listHoleSearchFailures({ ...HOLE_SEARCH, failed: ['pops-tb replay X'] })).toEqual([
    'a test failed during the hole search: pops-tb replay X',
  ]);
  expect(buildRemainingHolesTable(HOLE_SEARCH).rows).toEqual([['a/b/c', '24', '1 of 3', 'b = c; d = e']]);
});
