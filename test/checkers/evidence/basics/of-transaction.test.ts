import { expect, it } from 'vitest';
import { OfTransaction } from '../../../../checkers/evidence/basics/of-transaction.js';
import type { SectionExit } from '../../../../transactions/index.js';

/** The exit with this id, counted in the cycle of that number. */
const exit = (id: number) => ({ kind: 'section-exit', cycle: id, wave: 0, packer: 0, id }) as const;

it('returns what was computed from the current transaction, and nothing before the first', () => {
  const made = new OfTransaction<SectionExit, string>();
  const [first, second] = [exit(1), exit(2)];
  expect(made.at(first)).toBeUndefined();
  made.set(first, 'one');
  expect(made.at(first)).toBe('one');
  made.set(second, undefined);
  expect(made.at(second)).toBeUndefined();
});

it('throws for a reader with a transaction other than the current one', () => {
  const made = new OfTransaction<SectionExit, string>();
  made.set(exit(2), 'two');
  expect(() => made.at(exit(1))).toThrow('another one is current');
});
