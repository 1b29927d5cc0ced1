import { describeExclusion } from '../../closure/coverage/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  formatPercentage,
  getBinRows,
  summariseCoverage,
} from '../../coverage/index.js';
import type { PageData } from './page-data.js';
import { getRating } from './parts.js';

/** The kinds of bins. The page's data contains indices into this list. */
export const BIN_KINDS = ['count', 'ignore', 'illegal', 'waived'] as const;

interface TreeScore {
  readonly name: string;
  readonly text: string;
  readonly percent: number;
  /** The percentage as text. */
  readonly share: string;
  readonly level: ReturnType<typeof getRating>;
  readonly hit: number;
  readonly total: number;
  readonly weight: number;
  readonly goal: number;
}

/** A coverpoint or cross, stored as columns with one entry per bin, since some have a hundred thousand bins. */
export interface TreeItem extends TreeScore {
  /** The crossed coverpoints and their bin names, or empty for a coverpoint. */
  readonly axes: readonly { readonly name: string; readonly bins: readonly string[] }[];
  /** The bin names, or null for combinations, which are named after their cells. */
  readonly names: readonly (string | null)[];
  /** The cell index of a combination, where the last axis changes fastest, or -1 for other bins. */
  readonly cells: readonly number[];
  /** Indices into `BIN_KINDS`. */
  readonly kinds: readonly number[];
  readonly hits: readonly number[];
  readonly needs: readonly number[];
  readonly tests: readonly number[];
  /** The index of each bin's first test in `CoverageTree.lines`, or -1 if there is none. */
  readonly first: readonly number[];
  /** Explanations, keyed by bin. Bins without one are absent. */
  readonly texts: Readonly<Record<number, string>>;
  /** Statements, keyed by bin, where they differ from the previous bin's. */
  readonly statements: Readonly<Record<number, string>>;
}

export interface TreeGroup extends TreeScore {
  readonly items: readonly TreeItem[];
}

/** The coverage tree, as read by the page's script. */
export interface CoverageTree {
  readonly groups: readonly TreeGroup[];
  /** The commands that rerun the first tests, or the names of tests that cannot be rerun. */
  readonly lines: readonly string[];
}

/** Builds the tree of all covergroups. */
export function buildCoverageTree(
  data: CoverageData,
  getRerunCommand: PageData['getRerunCommand'],
  model: CoverageModel = COVERAGE_MODEL,
): CoverageTree {
  const lines = new Map<string, number>();
  const lineIndex = ({ passed: { first } }: BinRow): number => {
    if (first === undefined) return -1;
    const line = getRerunCommand(first) ?? first.name;
    const index = lines.get(line) ?? lines.size;
    lines.set(line, index);
    return index;
  };
  const rows = getBinRows(data, model);
  let firstRow = 0;
  const groups = summariseCoverage(data, model).groups.map((group, g) => {
    const { items, text } = group;
    const { compiled } = model.groups[g]!;
    const treeItems = items.map((item, i): TreeItem => {
      const { of, text: itemText, count } = compiled.items[i]!;
      const itemRows = rows.slice(firstRow, firstRow + count);
      firstRow += count;
      const axes = of.map((point) => ({
        name: point,
        bins: listBinNames(compiled.definition.points[point]!),
      }));
      return { ...makeScore(item), text: itemText, axes, ...makeColumns(itemRows, axes, lineIndex) };
    });
    return { ...makeScore(group), text, items: treeItems };
  });
  return { groups, lines: [...lines.keys()] };
}

type Score = Omit<TreeScore, 'text' | 'share' | 'level'>;

function makeScore({ name, percent, hit, total, weight, goal }: Score): Omit<TreeScore, 'text'> {
  const percentText = formatPercentage(percent);
  return { name, percent, share: percentText, level: getRating(percent), hit, total, weight, goal };
}

type Point = (typeof COVERAGE_MODEL.groups)[number]['compiled']['definition']['points'][string];

function listBinNames(point: Point): string[] {
  return 'bins' in point ? point.bins.filter(({ kind }) => kind === 'count').map(({ name }) => name) : [];
}

function makeColumns(rows: readonly BinRow[], axes: TreeItem['axes'], lineIndex: (row: BinRow) => number) {
  const cells = rows.map(({ of }) => (of.length === 0 ? -1 : getCellIndex(of, axes)));
  return {
    cells,
    names: rows.map(({ bin }, i) => (cells[i]! < 0 ? bin : null)),
    kinds: rows.map(({ kind, isWaived }) => BIN_KINDS.indexOf(isWaived ? 'waived' : kind)),
    hits: rows.map(({ passed }) => passed.hits),
    needs: rows.map(({ atLeast }) => atLeast),
    tests: rows.map(({ passed }) => passed.tests),
    first: rows.map(lineIndex),
    texts: pickDifferences(rows, getShownText, () => ''),
    statements: pickDifferences(rows, joinStatements, (_, i) =>
      i === 0 ? '' : joinStatements(rows[i - 1]!),
    ),
  };
}

/** Returns a bin's text. For an excluded bin, this is the reason, followed by its proof. */
function getShownText({ kind, isWaived, group, item, bin, text }: BinRow): string {
  const proof = kind === 'count' || isWaived ? '' : describeExclusion(group, item, bin);
  return proof === '' ? text : `${text} ${proof}`;
}

function getCellIndex(of: readonly string[], axes: TreeItem['axes']): number {
  return axes.reduce((cell, { bins }, axis) => cell * bins.length + bins.indexOf(of[axis]!), 0);
}

function joinStatements({ statements }: BinRow): string {
  return statements.join(' ');
}

function pickDifferences(
  rows: readonly BinRow[],
  getText: (row: BinRow) => string,
  expected: (row: BinRow, i: number) => string,
): Record<number, string> {
  const entries = rows.map((row, i) => [i, getText(row), expected(row, i)] as const);
  return Object.fromEntries(
    entries.filter(([, text, expectedText]) => text !== expectedText).map(([i, text]) => [i, text]),
  );
}
