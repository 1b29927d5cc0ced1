import { expect, it } from 'vitest';
import { closingFailures, closingText, resistingTable } from '../../../closure/closing/closing-text.js';

const resisting = [{ bin: 'a/b/c', reached: 1, missing: ['b = c', 'd = e'] }];
const CLOSING = {
  tried: 40,
  closed: 12,
  tests: ['s.1@0x1', 's.2@0x1'],
  failed: [],
  resisting,
  file: 'c.json',
};

it('says how many holes were closed, and what runs next night', () => {
  expect(closingText(CLOSING)).toBe(
    '12 holes closed by 2 tests, 1 resisted (40 tests tried); the next night runs c.json first',
  );
  expect(closingText({ ...CLOSING, closed: 0, tests: [] })).toBe(
    '0 holes closed by 0 tests, 1 resisted (40 tests tried)',
  );
});

it('names failed tests of the search, and the steps that the nearest test missed', () => {
  expect(closingFailures({ ...CLOSING, failed: ['pops-tb replay X'] })).toEqual([
    'a test of the search for holes failed: pops-tb replay X',
  ]);
  expect(resistingTable(CLOSING).rows).toEqual([['a/b/c', '1 of 3', 'b = c; d = e']]);
});
