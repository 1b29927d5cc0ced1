import { describe, expect, it } from 'vitest';
import { lostBy } from '../../../bench/mutants/statements/killers.js';
import { isProjectTest, readStatementKillers } from '../../../closure/testplan/statement-killers.js';

const rows = readStatementKillers().filter((row) => !isProjectTest(row));

/** Statements that one test kills under one breaker. */
const shared = new Map<string, (typeof rows)[number][]>();
for (const row of rows) {
  const key = JSON.stringify([row.breaker, row.killer, row.chip]);
  shared.set(key, [...(shared.get(key) ?? []), row]);
}

describe('what breaks a statement', () => {
  it.each(
    [...shared.values()].map((alike) => [alike.map(({ statement }) => statement).join(' '), alike] as const),
  )('%s is seen by the rule that the pair names', async (statements, alike) => {
    expect(await lostBy(alike), `kill lost: npm run mutants -- --statement ${statements}`).toEqual([]);
  });

  it('is not taken for seen where the rule is another one', async () => {
    const row = rows.find(({ rule }) => rule === 'PROTO-04')!;
    expect(await lostBy([{ ...row, rule: 'LAUNCH-05' }])).toEqual([row.statement]);
  });

  it('is not taken for seen where the check that fails is of another statement', async () => {
    const row = rows.find(({ rule }) => rule === 'structure')!;
    expect(await lostBy([{ ...row, statement: 'S-002' }])).toEqual(['S-002']);
  });
});
