import { GENERATIONS } from '../arch/index.js';
import { forbiddenCells, type MatrixResult, matrixResults } from '../regression/index.js';
import { markdownTable } from './table.js';

const INTRODUCTION = `# The scenario matrix

\`pops-tb run matrix\` runs every cell on every generation that allows it, on one chip of each; \`--chip\` takes others, and
\`--chip all\` all. A cell runs in areas of 8x8 and 16x16 pixels unless it is about another size; a \`--count\` above the number of its
tests draws larger ones, and new seeds, on top. \`--test\` takes cells by name, as in \`pops-tb run matrix --test 'H01-*'\`, and
\`--dry-run\` lists the tests, and what is forbidden with the reason.

Everything that a cell does not decide (timing, knobs, places) comes from its seed, or from \`--set\`. Many cells know the memory
that they have to leave, from arithmetic of their own: it is part of their scenario, and ORD-03 holds the run to it beside the reference. A negative cell names rules: it passes
when exactly those fire. C are cells of Vulkan's conformance test, G of Piglit, D of vkd3d-proton, N of an order-independent
transparency sample, E and R of prolog, main part and epilog, X application patterns, H directed at hardware.

This page is written from the cells: \`npx vitest run test/report/matrix-page.test.ts -u\` writes it again.`;

/** `docs/matrix.md`: every cell, where it runs and what it expects and why, and why others do not run. */
export function matrixPage(): string {
  const results = matrixResults({});
  const sections = [
    INTRODUCTION,
    '## Cells',
    markdownTable(
      [{ title: 'cell' }, { title: 'what it is' }, ...GENERATIONS.map((title) => ({ title }))],
      results.map((result) => [
        result.cell,
        result.title,
        ...GENERATIONS.map((gfx) => plannedText(result, gfx)),
      ]),
    ),
    '## Why rules fire',
    'What negative cells expect follows from the reference: statements `S-nnn`, `pops.md`, `checking.md`, `scenarios.md`.',
    markdownTable(
      [{ title: 'cell' }, { title: 'why these rules and no others' }],
      results.filter(({ because }) => because !== '').map(({ cell, because }) => [cell, because]),
    ),
    '## Forbidden',
    markdownTable(
      [{ title: 'cell' }, { title: 'generations' }, { title: 'reason' }],
      forbiddenCells().map(({ cell, generations, reason }) => [cell, generations.join(', '), reason]),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function plannedText({ outcomes, expects }: MatrixResult, gfx: (typeof GENERATIONS)[number]): string {
  if (outcomes[gfx].kind === 'forbidden') return '–';
  return expects[gfx].length === 0 ? 'passes' : expects[gfx].join(', ');
}
