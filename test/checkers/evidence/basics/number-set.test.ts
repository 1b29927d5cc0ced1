import { expect, it } from 'vitest';
import { NumberSet } from '../../../../checkers/evidence/basics/number-set.js';

it('a number set contains each added number until it is deleted', () => {
  const set = new NumberSet();
  set.add(7);
  set.add(7);
  set.add(0);
  expect([set.delete(7), set.delete(7), set.delete(0), set.delete(8)]).toEqual([true, false, true, false]);
});
