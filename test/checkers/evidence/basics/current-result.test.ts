import { expect, it } from 'vitest';
import { CurrentResult } from '../../../../checkers/evidence/basics/current-result.js';
import type { SectionExit } from '../../../../transactions/index.js';

/** An exit with the given id, counted in the cycle with the same number. */
const exit = (id: number) => ({ kind: 'section-exit', cycle: id, wave: 0, packer: 0, id }) as const;

it('returns the result for the current transaction, and undefined before the first transaction', () => {
  const results = new CurrentResult<SectionExit, string>();
  const [first, second] = [exit(1), exit(2)];
  expect(results.at(first)).toBeUndefined();
  results.set(first, 'one');
  expect(results.at(first)).toBe('one');
  results.set(second, undefined);
  expect(results.at(second)).toBeUndefined();
});

it('throws for a transaction other than the current one', () => {
  const results = new CurrentResult<SectionExit, string>();
  results.set(exit(2), 'two');
  expect(() => results.at(exit(1))).toThrow('another transaction is current');
});
