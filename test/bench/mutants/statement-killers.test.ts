import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { packageRoot } from '../../../base/basics/package-root.js';
import { patchedSource } from '../../../bench/mutants/statements/break-statement.js';
import { isProjectTest, readStatementKillers } from '../../../closure/testplan/statement-killers.js';
import { findSequence, NO_OVERRIDES, requireRunnable } from '../../../harness/selection/selection.js';
import { parseTestName } from '../../../harness/selection/test-name.js';

it('what breaks a statement still finds the text that it changes', () => {
  const lost = readStatementKillers().flatMap(({ statement, breaker }) => {
    if (!('file' in breaker)) return [];
    const source = readFileSync(join(packageRoot(), 'dist', `${breaker.file}.js`), 'utf8');
    return source.split(breaker.from).length === 2 ? [] : [`${statement}: ${breaker.file}: ${breaker.from}`];
  });
  expect(lost, 'name the module and the text that stand for it now in data/statement-killers.json').toEqual(
    [],
  );
});

it('a fault that breaks a statement can act in the test that kills it, so that the line that replays it runs', () => {
  for (const row of readStatementKillers()) {
    if (isProjectTest(row) || !('fault' in row.breaker)) continue;
    const chips = row.chip === undefined ? [] : [row.chip as ChipName];
    const overrides = { ...NO_OVERRIDES, chips, faults: [row.breaker.fault] };
    const { sequence } = parseTestName(row.killer);
    expect(() => requireRunnable(findSequence(sequence), overrides), row.statement).not.toThrow();
  }
});

it('what breaks a statement changes text that stands in its module exactly once', () => {
  const patch = { file: 'rtl-model/unit', from: 'a', to: '$&b' };
  expect(patchedSource('1 a 2', patch)).toBe('1 $&b 2');
  expect(() => patchedSource('a a', patch)).toThrow('"a" stands 2 times in rtl-model/unit, not once.');
  expect(() => patchedSource('', patch)).toThrow('stands 0 times');
});
