import { describe, expect, it } from 'vitest';
import { lostStatements } from '../../../bench/mutants/statements/killers.js';
import { isProjectTest, readStatementKillers } from '../../../closure/testplan/statement-killers.js';

/** The rows to replay here; `qualify --stored`, which CI runs alongside, replays those of the kill matrix. */
const rows = readStatementKillers().filter((row) => !isProjectTest(row) && row.ofMatrix !== true);

/** Statements by breaker, so that each is loaded once. */
const rowsByBreaker = new Map<string, (typeof rows)[number][]>();
for (const row of rows) {
  const key = JSON.stringify(row.breaker);
  rowsByBreaker.set(key, [...(rowsByBreaker.get(key) ?? []), row]);
}

describe('what breaks a statement', () => {
  it.each(
    [...rowsByBreaker.values()].map(
      (breakerRows) => [breakerRows.map(({ statement }) => statement).join(' '), breakerRows] as const,
    ),
  )('%s is seen by the rule that the pair names', async (statements, breakerRows) => {
    expect(
      await lostStatements(breakerRows),
      `kill lost: npm run mutants -- --statement ${statements}`,
    ).toEqual([]);
  });

  it('does not count as seen if a different rule fires', async () => {
    const row = rows.find(({ rule }) => rule === 'LAUNCH-03')!;
    expect(await lostStatements([{ ...row, rule: 'LAUNCH-05' }])).toEqual([row.statement]);
  });

  it('does not count as seen if the failing check belongs to another statement', async () => {
    const row = rows.find(({ rule }) => rule === 'structure')!;
    expect(await lostStatements([{ ...row, statement: 'S-002' }])).toEqual(['S-002']);
  });
});
