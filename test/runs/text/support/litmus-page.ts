import { CHIP_NAMES, type ChipName } from '../../../../arch/index.js';
import { RULES, type Rule } from '../../../../checkers/index.js';
import { findSequence } from '../../../../harness/selection/index.js';
import { formatMarkdownTable, makeColumns } from '../../../../harness/text/index.js';
import { countLitmusRuns, LITMUS_TESTS } from '../../../../transactions/index.js';

const INTRODUCTION = `# Litmus cells

Rules that forbid behaviour cannot detect a device that is too strong. A device whose caches are always coherent, or whose stores
take effect immediately, passes every such rule and hides bugs in programs. A litmus cell states an outcome that hardware must
be able to show. Its WEAK rule fails a test that does not show it, and names the missing mechanism.

\`pops-tb run litmus\` runs every cell once; \`--chip\` selects chips and \`--count\` adds seeds. The nightly suite runs each cell
about ten times. \`pops-tb run litmus --fault F230\` shows a failure: F230 to F238 each remove the mechanism of one cell, and
only that cell's rule detects it.

This page is generated from the cells. To regenerate it, run \`npx vitest run test/runs/text/litmus-page.test.ts -u\`.`;

const TEST = `## One test of a cell

A test is one scenario with all runs of its cell. Each wave is one thread of one run, selected by the index of its primitive.
Each run has its own variables, each in its own cache line, and stores the values that it read; the rule takes these results from
the final memory. A test is therefore replayed, shrunk and stored like any other, and known issues apply to it.

A WEAK rule only applies to complete tests, i.e. tests that include every run the bound requires and use the cell's own knob settings. With other knobs (\`--set\`)
it does not apply. It is not applied to traces from other devices, since the bound was measured on this model.`;

const BOUND = `## The bound

Let p be the probability that a run shows the outcome. If runs are independent, n runs all miss it with probability (1 - p)^n. A
cell uses the smallest n with (1 - p)^n < 1e-9, so a device that shows the outcome with probability p passes a test with a
probability above 1 - 1e-9.

A cell's p is well below the fraction of runs that show the outcome. That fraction was measured in 60 tests of
each cell on one chip of each topology; the table gives the figure for the chip that shows the outcome least often. p is at least ten
standard deviations, sqrt(fraction * (1 - fraction) / runs), below that fraction.

Runs of one test share the device, so they are not fully independent. The margin covers that: no measured test came close to 0.
The lowest counts were 14 of 23 runs (\`litmus_late_store\`), 16 of 59 (\`litmus_scalar_order\`) and 19 of 249
(\`litmus_sibling_l0\`, 31 on average).`;

const LITERATURE = `## Forms

The forms are named as in J. Alglave, L. Maranget and M. Tautschnig, "Herding cats" (TOPLAS 2014), and in the tools diy and
herd. MP is message passing: one wave writes x and then y, and another reads y and then x. CoRR is two reads of one variable, CoWR
is a write and a read of one variable, and IRIW is independent reads of independent writes. J. Alglave et al., "GPU concurrency:
weak behaviours and programming assumptions" (ASPLOS 2015), ran such tests on GPUs, including MP and CoRR with stale lines in
first-level caches. J. Kirkham et al., "Foundations of empirical memory consistency testing" (OOPSLA 2020), study how many runs
such a test needs. Accessing one variable through two paths corresponds to the proxies in D. Lustig, S. Cooksey and O. Giroux,
"Mixed-proxy extensions for the NVIDIA PTX memory consistency model" (ISCA 2022).

There is no cell for SB or LB between vector accesses. A wave's accesses take effect in issue order (MEM_ORDERED), which rules out both
with write-through stores; with stores held in L0, SB would only exercise the same mechanism as \`litmus_write_back\`.`;

/** Builds `docs/litmus.md`: every cell with its pattern, chips and bound, and the rule that requires it. */
export function buildLitmusPage(): string {
  const rules = RULES.filter(({ litmus }: Rule) => litmus !== undefined);
  const sections = [
    INTRODUCTION,
    '## What must be possible',
    formatMarkdownTable(
      makeColumns('rule', 'test', 'statement', 'mechanism that a device lacks if it never shows this'),
      rules.map(({ id, text, litmus }) => [id, litmus!.cell, text, litmus!.missing]),
    ),
    '## Forms, chips and bounds',
    formatMarkdownTable(
      makeColumns('test', 'pattern', '>waves per run', '>measured', '>p', '>runs', 'chips'),
      rules.map(({ litmus }) => formatCell(litmus!.cell)),
    ),
    TEST,
    BOUND,
    LITERATURE,
  ];
  return `${sections.join('\n\n')}\n`;
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
