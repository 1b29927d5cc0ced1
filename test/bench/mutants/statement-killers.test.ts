import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayKiller } from '../../../bench/mutants/statements/killers.js';
import { patchedSource } from '../../../bench/mutants/statements/patched-room.js';
import { packageRoot } from '../../../regression/basics/package-root.js';
import { isProjectTest, readStatementKillers } from '../../../regression/index.js';
import { isInFirstTier } from './first-tier.js';

const rows = readStatementKillers().filter((row) => !isProjectTest(row));

describe('what breaks a statement', () => {
  it.each(rows.filter(isInFirstTier).map((row) => [row.statement, row] as const))(
    '%s is seen by the rule that the pair names',
    async (statement, row) => {
      expect(await replayKiller(row), `kill lost: npm run mutants -- --statement ${statement}`).toBe(true);
    },
  );

  it('still finds the text that it changes', () => {
    const lost = readStatementKillers().flatMap(({ statement, breaker }) => {
      if (!('file' in breaker)) return [];
      const source = readFileSync(join(packageRoot(), 'dist', `${breaker.file}.js`), 'utf8');
      return source.split(breaker.from).length === 2
        ? []
        : [`${statement}: ${breaker.file}: ${breaker.from}`];
    });
    expect(lost, 'name the module and the text that stand for it now in data/statement-killers.json').toEqual(
      [],
    );
  });

  it('is not taken for seen where the rule is another one', async () => {
    const row = rows.find(({ rule }) => rule === 'PROTO-04')!;
    expect(await replayKiller({ ...row, rule: 'LAUNCH-05' })).toBe(false);
  });

  it('is not taken for seen where the check that fails is of another statement', async () => {
    const row = rows.find(({ rule }) => rule === 'structure')!;
    expect(await replayKiller({ ...row, statement: 'S-002' })).toBe(false);
  });

  it('changes text that stands in its module exactly once', () => {
    const patch = { file: 'rtl-model/unit', from: 'a', to: '$&b' };
    expect(patchedSource('1 a 2', patch)).toBe('1 $&b 2');
    expect(() => patchedSource('a a', patch)).toThrow('"a" stands 2 times in rtl-model/unit, not once.');
    expect(() => patchedSource('', patch)).toThrow('stands 0 times');
  });
});
