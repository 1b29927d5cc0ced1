import { expect, it } from 'vitest';
import { replayKiller } from '../../../bench/mutants/statements/killers.js';
import { isProjectTest, readStatementKillers } from '../../../regression/index.js';
import { isInFirstTier } from './first-tier.js';

const rows = readStatementKillers()
  .filter((row) => !isProjectTest(row))
  .filter((row, place) => !isInFirstTier(row, place));

it.each(rows.map((row) => [row.statement, row] as const))(
  'what breaks %s is seen by the rule that its pair names',
  async (statement, row) => {
    expect(await replayKiller(row), `kill lost: npm run mutants -- --statement ${statement}`).toBe(true);
  },
);
