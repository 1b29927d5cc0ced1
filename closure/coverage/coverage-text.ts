import { type Column, formatNumber, formatQuantity, formatTextTable } from '../../base/text/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  type CoverageSummary,
  formatPercentage,
  getBinRows,
  type Score,
  summariseCoverage,
} from '../../coverage/index.js';
import { describeExclusion, describeRefutedExclusions } from './exclusion-text.js';

const SCORE_COLUMNS: readonly Column[] = [
  { title: 'hit', align: 'right' },
  { title: 'bins', align: 'right' },
  { title: 'ignored', align: 'right' },
  { title: 'weight', align: 'right' },
  { title: 'weighted', align: 'right' },
];

/** Explains how the percentages are computed. */
export const WEIGHTED_NOTE =
  'Weighted: the score of a covergroup is the mean of its coverpoints and crosses, and "all" is the mean of the covergroups, each weighted by its own weight (default 1), regardless of how many bins it has.';

/** Formats the score of each covergroup, with a note on how it is computed. */
export function formatCoverage(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): string {
  const summary = summariseCoverage(data, model);
  const rows = summary.groups.map(({ name, weight, ...score }) => [name, ...formatScoreCells(score, weight)]);
  return [
    formatTextTable(
      [{ title: 'covergroup' }, ...SCORE_COLUMNS],
      [...rows, ['all', ...formatScoreCells(summary, 1)]],
    ),
    '',
    WEIGHTED_NOTE,
    ...formatCoverageNotes(summary, data),
  ].join('\n');
}

/** Describes a covergroup in detail: its coverpoints and crosses, and each bin with the first test that hit it. */
export function formatCovergroup(
  data: CoverageData,
  group: string,
  formatRepro: (row: BinRow) => string | undefined,
  model: CoverageModel = COVERAGE_MODEL,
): string {
  const summary = summariseCoverage(data, model).groups.find(({ name }) => name === group)!;
  const rows = getBinRows(data, model).filter((row) => row.group === group);
  const items = summary.items.flatMap(({ name, weight, ...score }) => [
    '',
    `${name}: ${formatNumber(score.hit)} of ${formatQuantity(score.total, 'bin')}, ${formatPercentage(score.percent)}, weight ${weight}`,
    formatBinTable(
      rows.filter(({ item }) => item === name),
      formatRepro,
    ),
    ...formatExcluded(rows.filter(({ item }) => item === name)),
  ]);
  return [`${group}: ${summary.text} ${formatPercentage(summary.percent)}`, ...items].join('\n');
}

/** Lists the bins that are not counted, each with the reason and the evidence that no legal test hits it. */
function formatExcluded(rows: readonly BinRow[]): string[] {
  return rows
    .filter(({ kind }) => kind !== 'count')
    .map(({ group, item, bin, kind, text }) =>
      `  ${kind} ${bin}: ${text} ${describeExclusion(group, item, bin)}`.trimEnd(),
    );
}

/** Returns notes on a score: uncounted tests, covergroups with changed definitions, and excluded bins that were hit. */
export function formatCoverageNotes({ tests, changed }: CoverageSummary, data: CoverageData): string[] {
  return [
    `${tests.passed === 0 ? 'no passing tests' : formatQuantity(tests.passed, 'passing test')} counted; ${describeUncounted(tests.failed)}.`,
    ...changed.map(({ group, run, tests: omittedTests, expected, found }) =>
      expected === undefined
        ? `covergroup ${group} no longer exists: the counts of ${formatQuantity(omittedTests, 'test')} of run ${run} are omitted`
        : `covergroup ${group} has changed (definition ${expected}, was ${found}): the counts of ${formatQuantity(omittedTests, 'test')} of run ${run} are omitted`,
    ),
    ...describeRefutedExclusions(data),
  ];
}

/** Shown for a run in which no test is counted. */
export const NOTHING_COUNTED = 'not counted: no test passed without an injected fault';

/** Returns a clause that says how many tests are not counted, and why. */
export function describeUncounted(tests: number): string {
  return tests === 1
    ? '1 test that failed or expects a rule to fire is not counted'
    : `${formatQuantity(tests, 'test')} that failed or expect a rule to fire are not counted`;
}

/** Returns a line that names the covergroups whose counts are missing from a score, or undefined if there are none. */
export function describeChangedGroups({ changed }: CoverageSummary): string | undefined {
  if (changed.length === 0) return undefined;
  const names = [...new Set(changed.map(({ group }) => group))].join(', ');
  return `counts for ${names}: definition has changed since the run ("coverage show" lists the runs)`;
}

/** Formats a table of bins with their counts and the command that reruns the first test. */
export function formatBinTable(
  rows: readonly BinRow[],
  formatRepro: (row: BinRow) => string | undefined,
): string {
  return formatTextTable(
    [
      { title: '  bin' },
      { title: 'hits', align: 'right' },
      { title: 'needs', align: 'right' },
      { title: 'tests', align: 'right' },
      { title: 'first test' },
    ],
    rows.map((row) => [
      `  ${row.bin}`,
      formatNumber(row.passed.hits),
      row.kind === 'count' ? formatNumber(row.atLeast) : row.kind,
      formatNumber(row.passed.tests),
      formatRepro(row) ?? row.passed.first?.name ?? '-',
    ]),
  );
}

function formatScoreCells({ hit, total, ignored, percent }: Score, weight: number): string[] {
  return [
    formatNumber(hit),
    formatNumber(total),
    formatNumber(ignored),
    `${weight}`,
    formatPercentage(percent),
  ];
}
