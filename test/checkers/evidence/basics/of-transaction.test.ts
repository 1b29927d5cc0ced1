import { expect, it } from 'vitest';
import { OfTransaction } from '../../../../checkers/evidence/basics/of-transaction.js';
import type { SectionExit } from '../../../../transactions/index.js';

/** The exit with this id, counted in the cycle of that number. */
const exit = (id: number) => ({ kind: 'section-exit', cycle: id, wave: 0, packer: 0, id }) as const;

it('the result is the one set for the current transaction, and undefined before the first', () => {
  const results = new OfTransaction<SectionExit, string>();
  const [first, second] = [exit(1), exit(2)];
  expect(results.at(first)).toBeUndefined();
  results.set(first, 'one');
  expect(results.at(first)).toBe('one');
  results.set(second, undefined);
  expect(results.at(second)).toBeUndefined();
});

it('throws for a reader with a transaction other than the current one', () => {
  const results = new OfTransaction<SectionExit, string>();
  results.set(exit(2), 'two');
  expect(() => results.at(exit(1))).toThrow('another one is current');
});
