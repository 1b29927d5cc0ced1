import { join } from 'node:path';
import { CHIP_NAMES, type ChipName } from '../../../arch/index.js';
import { RULES, type Rule } from '../../../checkers/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { findSequence } from '../../../harness/selection/index.js';
import { formatMarkdownTable, makeColumns } from '../../../harness/text/index.js';
import { countLitmusRuns, LITMUS_TESTS } from '../../../transactions/index.js';
import { expectGeneratedTables } from '../../support/generated-parts.js';

/** Returns the tables of `docs/litmus.md`, by their headings: the rule that requires each cell, and its bound. */
function buildLitmusTables(): Record<string, string> {
  const rules = RULES.filter(({ litmus }: Rule) => litmus !== undefined);
  return {
    '## What must be possible': formatMarkdownTable(
      makeColumns('rule', 'test', 'statement', 'mechanism that a device lacks if it never shows this'),
      rules.map(({ id, text, litmus }) => [id, litmus!.cell, text, litmus!.missing]),
    ),
    '## Forms, chips and bounds': formatMarkdownTable(
      makeColumns('test', 'pattern', '>waves per run', '>measured', '>p', '>runs', 'chips'),
      rules.map(({ litmus }) => formatCell(litmus!.cell)),
    ),
  };
}

function formatChips(chips: readonly ChipName[]): string {
  return chips.length === CHIP_NAMES.length ? 'all' : chips.join(' ');
}

function formatCell(name: keyof typeof LITMUS_TESTS): string[] {
  const { pattern, threads, measured, probability } = LITMUS_TESTS[name];
  return [
    name,
    pattern,
    `${threads}`,
    `${measured.fraction} of ${measured.runs}`,
    `${probability}`,
    `${countLitmusRuns(name)}`,
    formatChips(findSequence(name).chips),
  ];
}

test('docs/litmus.md matches the cells', async () => {
  await expectGeneratedTables(join(findPackageRoot(), 'docs', 'litmus.md'), buildLitmusTables());
});
