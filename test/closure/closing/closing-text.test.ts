import { expect, it } from 'vitest';
import {
  buildUnhitTable,
  describeClosing,
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

it('the closing summary counts closed, resisting and untried holes, and names the suite to start with next', () => {
  expect(describeClosing(CLOSING)).toBe(
    '12 holes closed by 2 of 40 tests, 1 resisted, 1,171 not tried; the next nightly run starts with c.json',
  );
  expect(describeClosing({ ...CLOSING, closed: 0, tests: [], untried: 0 })).toBe(
    '0 holes closed by 0 of 40 tests, 1 resisted',
  );
});

it("the closing report lists failed tests, and the steps that each hole's nearest test missed", () => {
  expect(listClosingFailures({ ...CLOSING, failed: ['pops-tb replay X'] })).toEqual([
    'a test failed in the search for holes: pops-tb replay X',
  ]);
  expect(buildUnhitTable(CLOSING).rows).toEqual([['a/b/c', '24', '1 of 3', 'b = c; d = e']]);
});
