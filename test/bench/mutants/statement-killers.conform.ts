import { describe, expect, it } from 'vitest';
import { findLostStatements } from '../../../bench/mutants/statements/killers.js';
import { isProjectTest, readStatementKillers } from '../../../closure/testplan/statement-killers.js';

/** The rows to replay. Kill matrix rows are replayed by `qualify --stored`, which CI also runs. */
const rows = readStatementKillers().filter((row) => !isProjectTest(row) && row.isFromMatrix !== true);

/** Rows grouped by breaker, so each breaker is loaded only once. */
const rowsByBreaker = new Map<string, (typeof rows)[number][]>();
for (const row of rows) {
  const key = JSON.stringify(row.breaker);
  rowsByBreaker.set(key, [...(rowsByBreaker.get(key) ?? []), row]);
}

describe('findLostStatements', () => {
  it.each(
    [...rowsByBreaker.values()].map(
      (breakerRows) => [breakerRows.map(({ statement }) => statement).join(' '), breakerRows] as const,
    ),
  )('still detects the broken %s', async (statements, breakerRows) => {
    expect(
      await findLostStatements(breakerRows),
      `kill lost: npm run mutants -- --statement ${statements}`,
    ).toEqual([]);
  });

  it('returns the statement if a different rule fires', async () => {
    const row = rows.find(({ rule }) => rule === 'LAUNCH-03')!;
    expect(await findLostStatements([{ ...row, rule: 'LAUNCH-05' }])).toEqual([row.statement]);
  });

  it('returns the statement if the structural check that fails names a different one', async () => {
    const row = rows.find(({ rule }) => rule === 'structure')!;
    expect(await findLostStatements([{ ...row, statement: 'S-002' }])).toEqual(['S-002']);
  });
});
