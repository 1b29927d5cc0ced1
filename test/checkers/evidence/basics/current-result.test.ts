import { CurrentResult } from '../../../../checkers/evidence/basics/current-result.js';
import type { SectionExit } from '../../../../transactions/index.js';

const makeExit = (id: number) => ({ kind: 'section-exit', cycle: id, wave: 0, packer: 0, id }) as const;

it('returns the result for the current transaction, and undefined before the first transaction', () => {
  const results = new CurrentResult<SectionExit, string>();
  const [first, second] = [makeExit(1), makeExit(2)];
  expect(results.at(first)).toBeUndefined();
  results.set(first, 'one');
  expect(results.at(first)).toBe('one');
  results.set(second, undefined);
  expect(results.at(second)).toBeUndefined();
});

it('throws for a transaction other than the current one', () => {
  const results = new CurrentResult<SectionExit, string>();
  results.set(makeExit(2), 'two');
  expect(() => results.at(makeExit(1))).toThrow('not the current transaction');
});
