import { join } from 'node:path';
import { GENERATIONS } from '../../../arch/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { formatMarkdownTable, makeColumns } from '../../../harness/text/index.js';
import {
  collectMatrixResults,
  listForbiddenCells,
  type MatrixResult,
} from '../../../runs/run/matrix-results.js';
import { expectGeneratedTables } from '../../support/generated-parts.js';

/** Returns the tables of `docs/matrix.md`, by the line before each. */
function buildMatrixTables(): Record<string, string> {
  const results = collectMatrixResults({});
  return {
    '## Cells': formatMarkdownTable(
      makeColumns('cell', 'description', ...GENERATIONS),
      results.map((result) => [
        result.cell,
        result.title,
        ...GENERATIONS.map((gfx) => describePlan(result, gfx)),
      ]),
    ),
    'The rules that negative cells expect follow from the reference: statements `S-nnn`, `pops.md`, `checking.md` and `scenarios.md`.':
      formatMarkdownTable(
        makeColumns('cell', 'why these rules fire'),
        results.filter(({ because }) => because !== '').map(({ cell, because }) => [cell, because]),
      ),
    '## Forbidden': formatMarkdownTable(
      makeColumns('cell', 'generations', 'reason'),
      listForbiddenCells().map(({ cell, generations, reason }) => [cell, generations.join(', '), reason]),
    ),
  };
}

function describePlan({ outcomes, expects }: MatrixResult, gfx: (typeof GENERATIONS)[number]): string {
  if (outcomes[gfx].kind === 'forbidden') return '–';
  return expects[gfx].length === 0 ? 'passes' : expects[gfx].join(', ');
}

test('docs/matrix.md matches the cells', async () => {
  await expectGeneratedTables(join(findPackageRoot(), 'docs', 'matrix.md'), buildMatrixTables());
});
