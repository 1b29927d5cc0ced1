import { isProjectTest, readStatementKillers } from '../../../../closure/testplan/statement-killers.js';
import { findUndetectedStatements } from '../../../../tools/bench/mutants/statements.js';

/** The rows to replay. Kill matrix rows are replayed by `qualify --stored`, which CI also runs. */
const rows = readStatementKillers().filter((row) => !isProjectTest(row) && row.isFromMatrix !== true);

/** Rows grouped by mutation, so that each mutation is loaded only once. */
const rowsByMutation = new Map<string, (typeof rows)[number][]>();
for (const row of rows) {
  const key = JSON.stringify(row.breaker);
  rowsByMutation.set(key, [...(rowsByMutation.get(key) ?? []), row]);
}

describe('findUndetectedStatements', () => {
  it.each(
    [...rowsByMutation.values()].map(
      (mutationRows) => [mutationRows.map(({ statement }) => statement).join(' '), mutationRows] as const,
    ),
  )('still detects the broken %s', async (statements, mutationRows) => {
    expect(
      await findUndetectedStatements(mutationRows),
      `no longer detected; to investigate, run: npm run mutants -- --statement ${statements}`,
    ).toEqual([]);
  });

  it('returns the statement if a different rule fires', async () => {
    const row = rows.find(({ rule }) => rule === 'LAUNCH-03')!;
    expect(await findUndetectedStatements([{ ...row, rule: 'LAUNCH-05' }])).toEqual([row.statement]);
  });
});
