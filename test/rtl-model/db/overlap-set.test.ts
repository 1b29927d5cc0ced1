import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';

const sequences = fc.array(fc.nat(1200), { minLength: 1, maxLength: 600, size: 'max' });

it('holds any number of waves without duplicates, tracks the newest and oldest, and can be reused', () => {
  const set = new OverlapSet();
  fc.assert(
    fc.property(sequences, (members) => {
      set.clear();
      for (const sequence of members) set.add(sequence);
      const expected = [...new Set(members)];
      expect(set.members).toEqual(expected);
      expect([set.newest, set.oldest]).toEqual([Math.max(...members), Math.min(...members)]);
      expect(set.exact).toBe(true);
    }),
  );
});

it('stays exact until a new wave is added conservatively', () => {
  const set = new OverlapSet();
  set.add(3);
  set.addConservatively(3);
  expect(set.exact).toBe(true);
  set.addConservatively(4);
  expect([set.exact, set.count]).toEqual([false, 2]);
  set.clear();
  expect([set.exact, set.count, set.newest, set.oldest]).toEqual([true, 0, -1, -1]);
});
