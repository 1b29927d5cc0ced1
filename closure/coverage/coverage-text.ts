import { type Column, counted, numberText, textTable } from '../../base/text/index.js';
import {
  type BinRow,
  binRows,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  type CoverageSummary,
  coverageSummary,
  percentText,
  type Score,
} from '../../coverage/index.js';
import { exclusionText, refutedTexts } from './exclusion-text.js';

const SCORE_COLUMNS: readonly Column[] = [
  { title: 'hit', align: 'right' },
  { title: 'bins', align: 'right' },
  { title: 'ignored', align: 'right' },
  { title: 'weight', align: 'right' },
  { title: 'weighted', align: 'right' },
];

/** A line that explains the percentages. */
export const WEIGHTED_NOTE =
  'Weighted: a covergroup is the mean of its coverpoints and crosses, and "all" the mean of the covergroups, each counted by its weight (default 1), not by its number of bins.';

/** Describes the score by covergroup and how it is computed. */
export function coverageText(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): string {
  const summary = coverageSummary(data, model);
  const rows = summary.groups.map(({ name, weight, ...score }) => [name, ...formatScoreCells(score, weight)]);
  return [
    textTable(
      [{ title: 'covergroup' }, ...SCORE_COLUMNS],
      [...rows, ['all', ...formatScoreCells(summary, 1)]],
    ),
    '',
    WEIGHTED_NOTE,
    ...coverageNotes(summary, data),
  ].join('\n');
}

/** Describes a covergroup in detail: its coverpoints and crosses, and each bin with the first test that hit it. */
export function covergroupText(
  data: CoverageData,
  group: string,
  formatRepro: (row: BinRow) => string | undefined,
  model: CoverageModel = COVERAGE_MODEL,
): string {
  const summary = coverageSummary(data, model).groups.find(({ name }) => name === group)!;
  const rows = binRows(data, model).filter((row) => row.group === group);
  const items = summary.items.flatMap(({ name, weight, ...score }) => [
    '',
    `${name}: ${numberText(score.hit)} of ${counted(score.total, 'bin')}, ${percentText(score.percent)}, weight ${weight}`,
    binTable(
      rows.filter(({ item }) => item === name),
      formatRepro,
    ),
    ...formatExcluded(rows.filter(({ item }) => item === name)),
  ]);
  return [`${group}: ${summary.text} ${percentText(summary.percent)}`, ...items].join('\n');
}

/** Explains why bins do not count, with the evidence that no legal test hits them. */
function formatExcluded(rows: readonly BinRow[]): string[] {
  return rows
    .filter(({ kind }) => kind !== 'count')
    .map(({ group, item, bin, kind, text }) =>
      `  ${kind} ${bin}: ${text} ${exclusionText(group, item, bin)}`.trimEnd(),
    );
}

/** Returns notes on a score: uncounted tests, covergroups with changed definitions, and excluded bins that were hit. */
export function coverageNotes({ tests, changed }: CoverageSummary, data: CoverageData): string[] {
  return [
    `${tests.passed === 0 ? 'no passing test' : counted(tests.passed, 'passing test')} counted; ${uncountedText(tests.failed)}.`,
    ...changed.map(({ group, run, tests: uncounted, expected, found }) =>
      expected === undefined
        ? `covergroup ${group} no longer exists: the counts of ${counted(uncounted, 'test')} of run ${run} are left out`
        : `covergroup ${group} has changed (definition ${expected}, was ${found}): the counts of ${counted(uncounted, 'test')} of run ${run} are left out`,
    ),
    ...refutedTexts(data),
  ];
}

/** The note for a run in which no test is counted. */
export const NOTHING_COUNTED = 'not counted: no test passed without an injected fault';

/** Describes the tests whose hits are not counted, as a clause. */
export function uncountedText(tests: number): string {
  return tests === 1
    ? '1 test that failed or expects a rule to fire is not counted'
    : `${counted(tests, 'test')} that failed or expect a rule to fire are not counted`;
}

/** Names the covergroups whose counts are missing from a score, in one line. Returns undefined if there are none. */
export function changedText({ changed }: CoverageSummary): string | undefined {
  if (changed.length === 0) return undefined;
  const names = [...new Set(changed.map(({ group }) => group))].join(', ');
  return `counts of ${names}: definition changed since the run ("coverage show" lists the runs)`;
}

/** Formats a table of bins with their counts and the command that reruns the first test. */
export function binTable(rows: readonly BinRow[], formatRepro: (row: BinRow) => string | undefined): string {
  return textTable(
    [
      { title: '  bin' },
      { title: 'hits', align: 'right' },
      { title: 'needs', align: 'right' },
      { title: 'tests', align: 'right' },
      { title: 'first test' },
    ],
    rows.map((row) => [
      `  ${row.bin}`,
      numberText(row.passed.hits),
      row.kind === 'count' ? numberText(row.atLeast) : row.kind,
      numberText(row.passed.tests),
      formatRepro(row) ?? row.passed.first?.name ?? '-',
    ]),
  );
}

function formatScoreCells({ hit, total, ignored, percent }: Score, weight: number): string[] {
  return [numberText(hit), numberText(total), numberText(ignored), `${weight}`, percentText(percent)];
}
