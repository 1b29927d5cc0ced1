import { describe, expect, it } from 'vitest';
import { replayKiller } from '../../../bench/mutants/statements/killers.js';
import { isProjectTest, readStatementKillers } from '../../../regression/index.js';

const rows = readStatementKillers().filter((row) => !isProjectTest(row));

describe('what breaks a statement', () => {
  it.each(rows.map((row) => [row.statement, row] as const))(
    '%s is seen by the rule that the pair names',
    async (statement, row) => {
      expect(await replayKiller(row), `kill lost: npm run mutants -- --statement ${statement}`).toBe(true);
    },
  );

  it('is not taken for seen where the rule is another one', async () => {
    const row = rows.find(({ rule }) => rule === 'PROTO-04')!;
    expect(await replayKiller({ ...row, rule: 'LAUNCH-05' })).toBe(false);
  });

  it('is not taken for seen where the check that fails is of another statement', async () => {
    const row = rows.find(({ rule }) => rule === 'structure')!;
    expect(await replayKiller({ ...row, statement: 'S-002' })).toBe(false);
  });
});
