import { GENERATIONS } from '../../../../arch/index.js';
import { formatMarkdownTable, makeColumns } from '../../../../harness/text/index.js';
import {
  collectMatrixResults,
  listForbiddenCells,
  type MatrixResult,
} from '../../../../runs/run/matrix-results.js';

const INTRODUCTION = `# The scenario matrix

\`pops-tb run matrix\` runs every cell on one chip of every generation that allows it; \`--chip\` selects other chips, and
\`--chip all\` selects all of them. Each cell runs at 8x8 and 16x16 pixels, unless size is what it tests. A \`--count\` above
the number of tests adds new seeds and larger areas. \`--test\` selects cells by name, as in
\`pops-tb run matrix --test 'H01-*'\`. \`--dry-run\` lists the tests, and the forbidden combinations with their reasons.

Anything a cell leaves open (timing, knobs, positions) is derived from its seed, or comes from \`--set\`. Many cells compute the
expected final memory independently and store it in the scenario; ORD-03 compares the run with it as well as with the reference.
A negative cell names rules: it passes if those rules, and no others, fire.

The first letter shows where a cell comes from: C is the Vulkan conformance test suite, G Piglit, D vkd3d-proton, N a sample of order-independent
transparency. Any other first letter shows the kind of test: E and R sections across prolog, main part and epilog, X application patterns, and H tests directed at the hardware.

This page is generated from the cells. To regenerate it, run \`npx vitest run test/runs/text/matrix-page.test.ts -u\`.`;

/**
 * Builds `docs/matrix.md`: every cell, where it runs, which rules it expects and why, and why the other
 * combinations do not run.
 */
export function buildMatrixPage(): string {
  const results = collectMatrixResults({});
  const sections = [
    INTRODUCTION,
    '## Cells',
    formatMarkdownTable(
      makeColumns('cell', 'description', ...GENERATIONS),
      results.map((result) => [
        result.cell,
        result.title,
        ...GENERATIONS.map((gfx) => describePlan(result, gfx)),
      ]),
    ),
    '## Why rules fire',
    'The rules that negative cells expect follow from the reference: statements `S-nnn`, `pops.md`, `checking.md` and `scenarios.md`.',
    formatMarkdownTable(
      makeColumns('cell', 'why these rules fire'),
      results.filter(({ because }) => because !== '').map(({ cell, because }) => [cell, because]),
    ),
    '## Forbidden',
    formatMarkdownTable(
      makeColumns('cell', 'generations', 'reason'),
      listForbiddenCells().map(({ cell, generations, reason }) => [cell, generations.join(', '), reason]),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function describePlan({ outcomes, expects }: MatrixResult, gfx: (typeof GENERATIONS)[number]): string {
  if (outcomes[gfx].kind === 'forbidden') return '–';
  return expects[gfx].length === 0 ? 'passes' : expects[gfx].join(', ');
}
