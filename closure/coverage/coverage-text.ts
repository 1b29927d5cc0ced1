import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  type CoverageSummary,
  findCrossHoles,
  findHoles,
  formatPercentage,
  getBinRows,
  type Score,
  summariseCoverage,
} from '../../coverage/index.js';
import {
  escapeMarkdown,
  formatMarkdownTable,
  formatNumber,
  formatQuantity,
  formatTextTable,
  makeColumns,
} from '../../harness/text/index.js';
import { type ExcludedBin, readExcludedBins } from '../reachability/excluded-bins.js';
import { describeSubspace } from './holes-text.js';

let excludedBins: ReadonlyMap<string, ExcludedBin> | undefined;

/**
 * Describes the proof that legal tests cannot hit an excluded bin or, failing that, how many tests have tried to hit
 * it. Returns an empty string for a bin that is not in the stored list, such as a user-defined bin.
 */
export function describeExclusion(group: string, item: string, bin: string): string {
  const row = findExclusion(`${group}/${item}/${bin}`);
  return row === undefined ? '' : describeProof(row);
}

/**
 * Maximum number of wrongly excluded bins to list. Few users look up more, and one mistake usually affects many bins.
 */
const MAX_LISTED = 5;

/**
 * Returns a sentence for each excluded bin that passing tests hit, which disproves the reason for excluding it. Beyond
 * `MAX_LISTED` bins, only counts them. Ignores user-defined covergroups, where tests may hit excluded bins, as in
 * other tools.
 */
export function describeRefutedExclusions(data: CoverageData): string[] {
  const hitBins = getBinRows(data)
    .filter(({ kind, passed }) => kind !== 'count' && passed.tests > 0)
    .map((row) => ({ ...row, name: `${row.group}/${row.item}/${row.bin}` }))
    .filter(({ name }) => findExclusion(name) !== undefined);
  const sentences = hitBins.slice(0, MAX_LISTED).map(({ name, passed: { tests, first } }) => {
    const firstTest = first === undefined ? '' : `, first by ${first.name}`;
    return `${name} is excluded but was hit by ${formatQuantity(tests, 'passing test')}${firstTest}, so the reason is wrong`;
  });
  const more = hitBins.length - sentences.length;
  return more > 0
    ? [
        ...sentences,
        `${formatQuantity(more, 'more excluded bin')} ${more === 1 ? 'was' : 'were'} hit by passing tests`,
      ]
    : sentences;
}

function findExclusion(name: string): ExcludedBin | undefined {
  excludedBins ??= new Map(readExcludedBins().map((row) => [row.bin, row]));
  return excludedBins.get(name);
}

function describeProof({ proof, tests, hit, aimed: targeted, drawn: generated }: ExcludedBin): string {
  const searches = [
    ...(tests === 0 ? [] : [formatQuantity(tests, 'passing test')]),
    ...(targeted === undefined ? [] : [`${formatQuantity(targeted, 'test')} that targeted it`]),
    ...(generated === undefined ? [] : [`the draw calls in ${formatNumber(generated)} more scenarios`]),
  ];
  const tried = `${hit === 0 ? 'no hits' : formatQuantity(hit, 'hit')} in ${searches.join(' and ')}`;
  switch (proof?.by) {
    case 'facts':
      return `Proof: ${proof.of}.`;
    case 'descriptors':
      return `Proof: none of ${formatNumber(proof.legal)} legal descriptors hits it.`;
    case 'rule':
      return `Proof: ${proof.rule} fires (tried on ${proof.chip}); ${tried}.`;
    case undefined:
      return `Tried: ${tried}.`;
    default:
      return proof satisfies never;
  }
}

/** Maximum number of rows per table of holes, because CI job pages are limited to a megabyte. */
const MAX_HOLES = 100;

/** Formats coverage as Markdown for a CI job page: the score for each covergroup, then the holes. */
export function formatCoverageMarkdown(data: CoverageData): string {
  const summary = summariseCoverage(data);
  const holes = findHoles(data);
  const crossHoles = findCrossHoles(data);
  const sections = [
    `# Functional coverage ${formatPercentage(summary.percent)}`,
    formatCoverageNotes(summary, data).map(escapeMarkdown).join('\n\n'),
    formatScoreTable(summary),
    `## Holes: ${formatQuantity(holes.length, 'bin')}`,
    ...(crossHoles.length === 0 ? [] : [formatCrossTable(crossHoles)]),
    ...(holes.length === 0 ? ['None.'] : [formatHoleTable(holes)]),
    ...(holes.length > MAX_HOLES ? [`${holes.length - MAX_HOLES} more not shown.`] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatScoreTable({ groups, ...all }: ReturnType<typeof summariseCoverage>): string {
  return formatMarkdownTable(
    makeColumns('covergroup', '>hit', '>bins', '>weight', '>weighted'),
    [...groups, { ...all, name: 'all', weight: 1 }].map(({ name, hit, total, weight, percent }) => [
      name,
      `${hit}`,
      `${total}`,
      `${weight}`,
      formatPercentage(percent),
    ]),
  );
}

function formatCrossTable(crosses: ReturnType<typeof findCrossHoles>): string {
  return formatMarkdownTable(
    makeColumns('>bins', 'cross', 'uncovered part'),
    crosses
      .slice(0, MAX_HOLES)
      .map(({ group, cross, fixed, bins }) => [`${bins}`, `${group}/${cross}`, describeSubspace(fixed)]),
  );
}

function formatHoleTable(rows: ReturnType<typeof findHoles>): string {
  return formatMarkdownTable(
    makeColumns('bin', '>hits', '>needs'),
    rows
      .slice(0, MAX_HOLES)
      .map(({ group, item, bin, passed, atLeast }) => [
        `${group}/${item}/${bin}`,
        `${passed.hits}`,
        `${atLeast}`,
      ]),
  );
}

/** Explains how the percentages are computed. */
export const WEIGHTED_NOTE =
  'Weighted: the score of a covergroup is the mean of its coverpoints and crosses, and "all" is the mean of the covergroups, each weighted by its own weight (default 1), regardless of how many bins it has.';

/** Formats the score of each covergroup, with a note on how it is computed. */
export function formatCoverage(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): string {
  const summary = summariseCoverage(data, model);
  const rows = summary.groups.map(({ name, weight, ...score }) => [name, ...formatScoreCells(score, weight)]);
  return [
    formatTextTable(makeColumns('covergroup', '>hit', '>bins', '>ignored', '>weight', '>weighted'), [
      ...rows,
      ['all', ...formatScoreCells(summary, 1)],
    ]),
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
function formatBinTable(rows: readonly BinRow[], formatRepro: (row: BinRow) => string | undefined): string {
  return formatTextTable(
    makeColumns('  bin', '>hits', '>needs', '>tests', 'first test'),
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
