import { expect, it } from 'vitest';
import {
  buildUnhitTable,
  describeHoleSearch,
  listClosingFailures,
} from '../../../closure/closing/closing-text.js';

const resisting = [{ bin: 'a/b/c', tried: 24, reached: 1, missing: ['b = c', 'd = e'] }];
const CLOSING = {
  tried: 40,
  closed: 12,
  tests: ['s.1@0x1', 's.2@0x1'],
  failed: [],
  resisting,
  untried: 1171,
  file: 'c.json',
};

it('the closing summary counts the holes that were closed, attempted without success, and not attempted, and names the suite to start with next', () => {
  expect(describeHoleSearch(CLOSING)).toBe(
    '40 tests tried: 2 of them closed 12 holes; 1 hole remains open, 1,171 more were not attempted; the next nightly run starts with c.json',
  );
  expect(describeHoleSearch({ ...CLOSING, closed: 0, tests: [], untried: 0 })).toBe(
    '40 tests tried: 0 of them closed 0 holes; 1 hole remains open',
  );
});

it('the closing report lists failed tests, and the steps not reached by the test that came closest to each hole', () => {
  expect(listClosingFailures({ ...CLOSING, failed: ['pops-tb replay X'] })).toEqual([
    'a test failed during the hole search: pops-tb replay X',
  ]);
  expect(buildUnhitTable(CLOSING).rows).toEqual([['a/b/c', '24', '1 of 3', 'b = c; d = e']]);
});
