import { CHIP_NAMES, type ChipName } from '../arch/index.js';
import { findSequence, RULES, type Rule } from '../regression/index.js';
import { LITMUS_CELLS, litmusRuns } from '../transactions/index.js';
import { markdownTable } from './table.js';

const INTRODUCTION = `# Litmus cells

Rules that forbid cannot see a device that is too strong: one whose caches are always coherent, or whose stores take effect at
once, hides bugs of programs and passes everything. A litmus cell states what hardware must be able to show. Its WEAK rule fails
a test that does not show it, and names the mechanism that is missing.

\`pops-tb run litmus\` runs every cell once; \`--chip\` selects chips and \`--count\` adds seeds. The nightly suite runs each cell
about ten times. \`pops-tb run litmus --fault F230\` shows a failure: F230 to F238 remove one mechanism each, and only the rule of
its cell sees it.

This page is generated from the cells. To write it again, run \`npx vitest run test/report/litmus-page.test.ts -u\`.`;

const TEST = `## One test of a cell

A test is one scenario with all runs of its cell. A wave is one thread of one run; the number of its primitive says which. Each run
has its own variables, one cache line each, and stores what it read; the rule reads these results from the final memory. A test is
therefore replayed, shrunk and stored like any other, and known issues apply to it.

A WEAK rule judges whole tests only: all runs of the bound, with the knobs of the cell. With other knobs (\`--set\`) it has
nothing to judge. In a foreign trace it is unchecked, since the bound was measured on this model.`;

const BOUND = `## The bound

Let p be the chance that a run shows the outcome. If runs are independent, n runs all miss it with probability (1 - p)^n. A cell
has the least n with (1 - p)^n < 1e-9, so a device that shows the outcome with chance p passes a test with a probability above
1 - 1e-9.

p is far below the measured share. \`npm run litmus\` measures it: 60 tests of each cell on one chip of each topology. The table has
the chip that shows the outcome least. The command fails unless p is at least ten standard deviations, sqrt(share * (1 - share) /
runs), below that share.

Runs of one test share the device, so they are not quite independent. The margin covers that: no measured test came near 0. The
fewest were 14 of 23 runs (\`litmus_late_store\`), 16 of 59 (\`litmus_scalar_order\`) and 19 of 249 (\`litmus_sibling_l0\`, 31 on
average).`;

const LITERATURE = `## Forms

The names of forms are those of J. Alglave, L. Maranget and M. Tautschnig, "Herding cats" (TOPLAS 2014), and of the tools diy and
herd. MP is message passing: one wave writes x and then y, another reads y and then x. CoRR is two reads of one variable, CoWR a
write and a read of one variable, IRIW independent reads of independent writes. J. Alglave et al., "GPU concurrency: weak
behaviours and programming assumptions" (ASPLOS 2015), ran them on GPUs, among them MP and CoRR with old lines in first-level
caches. J. Kirkham et al., "Foundations of empirical memory consistency testing" (OOPSLA 2020), treat the number of runs that such
a test needs. Two paths to one variable are the proxies of D. Lustig, S. Cooksey and O. Giroux, "Mixed-proxy extensions for the
NVIDIA PTX memory consistency model" (ISCA 2022).

SB and LB between vector accesses have no cell. Accesses of a wave take effect in order of issue (MEM_ORDERED), which forbids
both once stores write through; where stores stay in L0, SB shows the mechanism of \`litmus_write_back\`.`;

/** `docs/litmus.md`: every cell, its form, chips and bound, and the rule that wants to see it. */
export function litmusPage(): string {
  const rules = RULES.filter(({ litmus }: Rule) => litmus !== undefined);
  const sections = [
    INTRODUCTION,
    '## What must be possible',
    markdownTable(
      [
        { title: 'rule' },
        { title: 'test' },
        { title: 'statement' },
        { title: 'missing where it is never seen' },
      ],
      rules.map(({ id, text, litmus }) => [id, litmus!.cell, text, litmus!.missing]),
    ),
    '## Forms, chips and bounds',
    markdownTable(
      [
        { title: 'test' },
        { title: 'form' },
        { title: 'waves a run', align: 'right' },
        { title: 'measured', align: 'right' },
        { title: 'p', align: 'right' },
        { title: 'runs', align: 'right' },
        { title: 'chips' },
      ],
      rules.map(({ litmus }) => cellRow(litmus!.cell)),
    ),
    TEST,
    BOUND,
    LITERATURE,
  ];
  return `${sections.join('\n\n')}\n`;
}

function chipsText(chips: readonly ChipName[]): string {
  return chips.length === CHIP_NAMES.length ? 'all' : chips.join(' ');
}

function cellRow(name: keyof typeof LITMUS_CELLS): string[] {
  const { form, threads, measured, chance } = LITMUS_CELLS[name];
  return [
    name,
    form,
    `${threads}`,
    `${measured.share} of ${measured.runs}`,
    `${chance}`,
    `${litmusRuns(name)}`,
    chipsText(findSequence(name).chips),
  ];
}
