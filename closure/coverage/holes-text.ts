import { groupBy } from '../../arch/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  type CrossHole,
  estimateNewBins,
  findCrossHoles,
  findHoles,
  summariseCoverage,
} from '../../coverage/index.js';
import { fitTable, formatNumber, formatQuantity, makeColumns, wrapText } from '../../harness/text/index.js';
import { isUserDefinedId } from '../../transactions/index.js';

/** Cross holes with a common cause: the same bin of a coverpoint occurs in all of them. */
export interface HoleCause {
  /** For example, `wrap = yes`. */
  readonly cause: string;
  /** The total number of bins in these holes. */
  readonly bins: number;
  /** Largest first. */
  readonly holes: readonly CrossHole[];
}

/**
 * Groups the uncovered sub-spaces of crosses by cause, largest group first. A sub-space's cause is whichever of its
 * fixed bins is shared by the most uncovered bins. For example, if `wrap = yes` is uncovered in six crosses, they form
 * one group.
 */
export function groupHolesByCause(holes: readonly CrossHole[]): HoleCause[] {
  const binCounts = new Map<string, number>();
  for (const hole of holes)
    for (const cause of findCauses(hole)) binCounts.set(cause, (binCounts.get(cause) ?? 0) + hole.bins);
  const holesByCause = new Map<string, CrossHole[]>();
  for (const hole of holes) {
    const [best] = findCauses(hole).sort((a, b) => binCounts.get(b)! - binCounts.get(a)! || (a < b ? -1 : 1));
    holesByCause.set(best!, [...(holesByCause.get(best!) ?? []), hole]);
  }
  return Array.from(holesByCause, ([cause, causeHoles]) => ({
    cause,
    bins: causeHoles.reduce((sum, { bins }) => sum + bins, 0),
    holes: causeHoles.sort((a, b) => b.bins - a.bins),
  })).sort((a, b) => b.bins - a.bins || (a.cause < b.cause ? -1 : 1));
}

/** Returns the possible causes of a hole. For a cross without hits, that is the cross itself. */
function findCauses({ group, cross, fixed }: CrossHole): string[] {
  return fixed.length === 0
    ? [`${group} / ${cross}: never hit`]
    : fixed.map((part) => describeSubspace([part]));
}

/** Describes a sub-space in words. */
export function describeSubspace(fixed: readonly (readonly [point: string, bin: string])[]): string {
  return fixed.length === 0 ? 'the whole cross' : fixed.map(([point, bin]) => `${point} = ${bin}`).join(', ');
}

/** Maximum number of causes or covergroups listed. */
const MAX_GROUPS = 12;

/** Selects which holes to show, and how. */
interface HolesView {
  readonly model?: CoverageModel;
  /** Whether to list each hole separately. */
  readonly all?: boolean;
  /** Lines about the holes that matter most. */
  readonly important?: readonly string[];
  /** Line width in characters. Tables are wrapped to fit. */
  readonly width?: number;
}

/**
 * Formats the output of `coverage holes`: first the given lines about the most important, then the
 * holes in crosses, grouped by cause, and those in coverpoints, grouped by covergroup. With `all`, lists sub-spaces of
 * crosses and uncovered bins individually.
 */
export function formatHoles(
  data: CoverageData,
  { model = COVERAGE_MODEL, all = false, important = [], width = Number.POSITIVE_INFINITY }: HolesView = {},
): string {
  const crosses = findCrossHoles(data, model);
  const uncoveredCrosses = new Set(crosses.map(({ group, cross }) => `${group}/${cross}`));
  const bins = findHoles(data, model).filter(
    ({ group, item, of }) => of.length === 0 || !uncoveredCrosses.has(`${group}/${item}`),
  );
  if (crosses.length + bins.length === 0) return 'No holes.';
  const { tests, total, hit } = summariseCoverage(data, model);
  return [
    ...wrapText(
      `${formatQuantity(total - hit, 'hole')} of ${formatQuantity(total, 'bin')}. ${formatForecast(data, tests.passed, model)}`,
      width,
    ),
    '',
    ...important,
    ...(all
      ? formatTitledTable('Largest uncovered parts of crosses:', [
          formatCrossTable(crosses, width),
          crosses.length,
        ])
      : formatTitledTable('Holes in crosses, by cause:', formatCrossesByCause(crosses, width))),
    ...(all
      ? formatTitledTable('Uncovered bins:', [formatHoleTable(bins, width), bins.length])
      : formatTitledTable('Uncovered bins of coverpoints, by covergroup:', formatBinsByGroup(bins, width))),
    ...(all ? [] : ['Use --all to list them individually.']),
  ]
    .join('\n')
    .trimEnd();
}

/**
 * Returns a sentence that predicts the gain from doubling the number of tests, or an empty string if no test passed.
 */
function formatForecast(data: CoverageData, tests: number, model: CoverageModel): string {
  const gain = Math.round(estimateNewBins(data, tests, tests, model));
  return tests === 0
    ? ''
    : `${formatQuantity(tests, 'more test')} like those so far would probably hit ${formatNumber(gain)} of them.`;
}

/** Formats a table below its title, or nothing if the table is empty. */
function formatTitledTable(title: string, [table, rows]: readonly [table: string, rows: number]): string[] {
  return rows === 0 ? [] : [title, table, ''];
}

function formatCrossesByCause(
  crosses: readonly CrossHole[],
  width: number,
): readonly [table: string, rows: number] {
  const causes = groupHolesByCause(crosses);
  const rows = causes
    .slice(0, MAX_GROUPS)
    .map(({ cause, bins, holes: causeHoles }) => [
      formatNumber(bins),
      formatQuantity(causeHoles.length, 'place'),
      cause,
    ]);
  const table = fitTable(makeColumns('>bins', '>in', 'uncovered part'), rows, width);
  return [table + formatMore(causes.length, 'cause'), rows.length];
}

function formatBinsByGroup(holes: readonly BinRow[], width: number): readonly [table: string, rows: number] {
  const isUserDefined = (name: string): number => Number(isUserDefinedId(name));
  const rows = [...groupBy(holes, ({ group }) => group)].sort(
    // User-defined covergroups are listed first.
    (a, b) => isUserDefined(b[0]) - isUserDefined(a[0]) || b[1].length - a[1].length,
  );
  const table = fitTable(
    makeColumns('>bins', 'covergroup', 'example'),
    rows
      .slice(0, MAX_GROUPS)
      .map(([group, bins]) => [formatNumber(bins.length), group, describeExample(bins[0]!)]),
    width,
  );
  return [table + formatMore(rows.length, 'covergroup'), rows.length];
}

function describeExample({ item, bin, text }: BinRow): string {
  return `${item} = ${bin}${text === '' ? '' : ` (${text})`}`;
}

function formatMore(rows: number, noun: string): string {
  return rows > MAX_GROUPS ? `\nand ${formatQuantity(rows - MAX_GROUPS, `more ${noun}`)}` : '';
}

function formatCrossTable(crosses: readonly CrossHole[], width: number): string {
  return fitTable(
    makeColumns('>bins', 'covergroup', 'cross', 'uncovered part'),
    crosses.map(({ group, cross, fixed, bins }) => [
      formatNumber(bins),
      group,
      cross,
      describeSubspace(fixed),
    ]),
    width,
  );
}

function formatHoleTable(rows: readonly BinRow[], width: number): string {
  return fitTable(
    makeColumns('covergroup', 'item', 'bin', '>hits', '>needs', '>in failed tests'),
    rows.map(({ group, item, bin, passed, failed, atLeast }) => [
      group,
      item,
      bin,
      formatNumber(passed.hits),
      formatNumber(atLeast),
      formatNumber(failed.hits),
    ]),
    width,
  );
}
