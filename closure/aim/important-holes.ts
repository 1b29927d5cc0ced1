import { groupBy, present } from '../../arch/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  getBinRows,
} from '../../coverage/index.js';
import { quoteShellWord } from '../../harness/basics/index.js';
import { formatBinName } from '../../harness/records/index.js';
import { Tally } from '../../harness/run-directory/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { getAimTarget } from '../../harness/steering/index.js';
import { formatQuantity, wrapText } from '../../harness/text/index.js';
import { buildTestplan, STAGES, type Testplan, type TestplanRow } from '../testplan/index.js';
import { findKnownTests, openSource, rankHolesByCost } from './coverage-aim.js';

/** The rank of a coverpoint's most valuable statement, lowest first, and that statement. */
interface Value {
  readonly rank: number;
  readonly statement: TestplanRow;
}

/** Returns the value of each coverpoint of a statement, as `covergroup/item`. */
function rankCoverpoints({ statements }: Testplan): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const statement of statements) {
    const { status, stage, coverpoints } = statement;
    if (status === 'informative') continue;
    const rank = STAGES.indexOf(stage) + (status === 'verified' ? STAGES.length : 0);
    for (const point of coverpoints)
      if (rank < (values.get(point)?.rank ?? Infinity)) values.set(point, { rank, statement });
  }
  return values;
}

/**
 * Sorts the names of holes, most valuable first: holes in coverpoints of unverified statements, by stage; then holes in
 * coverpoints of verified statements; then the rest. Equally valuable ones keep their order.
 */
export function sortHolesByValue(holes: Iterable<string>, plan: Testplan): string[] {
  const values = rankCoverpoints(plan);
  const getRank = (bin: string): number => values.get(getPointName(bin))?.rank ?? 2 * STAGES.length;
  return [...holes].sort((a, b) => getRank(a) - getRank(b));
}

/** Returns `covergroup/item` for `covergroup/item/bin`. Bin names may contain slashes too. */
function getPointName(bin: string): string {
  return bin.split('/').slice(0, 2).join('/');
}

/** A hole, and what is known about it. */
export interface ImportantHole {
  /** `covergroup/item/bin`. */
  readonly name: string;
  /** What a hit would show, in words. */
  readonly words: string;
  /** The most valuable statement that it is about; absent if there is none. */
  readonly statement?: Pick<TestplanRow, 'id' | 'text' | 'stage' | 'status'>;
  /** The number of further tests expected to hit half of the similar holes; absent if unknown. */
  readonly tests?: number;
  /** The sequence whose test hit the rarest of the bins on the way to it; absent if none did. */
  readonly nearest?: string;
}

const ANY_SEED = { high: 0, low: 1 };

/**
 * Returns the most valuable holes (`sortHolesByValue`), one for each coverpoint. Only the coverage tells which statements
 * are verified.
 */
export function listImportantHoles(
  data: CoverageData,
  model: CoverageModel,
  limit: number,
): readonly ImportantHole[] {
  const plan = buildTestplan([{ tally: new Tally(), coverage: data }]);
  const values = rankCoverpoints(plan);
  const rows = new Map(getBinRows(data, model).map((row) => [formatBinName(row), row]));
  const allRows = getBinRows(data);
  const costs = rankHolesByCost(data, model);
  const { sequences } = openSource(ANY_SEED);
  return [...groupBy(sortHolesByValue(costs.keys(), plan), getPointName)]
    .slice(0, limit)
    .map(([point, [name, ...others]]) => {
      const more =
        others.length === 0 ? '' : `; ${formatQuantity(others.length, 'more bin')} of it like this`;
      const words = `${describeBin(rows.get(name!)!)}${more}`;
      const { statement } = values.get(point) ?? {};
      const tests = costs.get(name!);
      const [test] = findKnownTests(getAimTarget(name!), sequences, data, allRows);
      return { name: name!, words, ...present({ statement, tests, nearest: test?.sequence }) };
    });
}

/** Says what a bin is: what its item shows and, for a cross, which value of each coverpoint it combines. */
function describeBin({ group, item, bin, of, text }: BinRow): string {
  const { compiled } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group)!;
  const find = (wanted: string) => compiled.items.find(({ name }) => name === wanted)!;
  const { text: meaning, of: axes } = find(item);
  const parts = of.map((value, axis) => {
    const { first, count } = find(axes[axis]!);
    const part = compiled.bins.slice(first, first + count).find(({ name }) => name === value)!;
    return `${axes[axis]} ${value}${part.text === '' ? '' : ` (${part.text})`}`;
  });
  const values = parts.length > 0 ? parts.join(', ') : bin;
  return `${meaning.replace(/\.$/, '')}: ${values}${text === '' ? '' : `, which means: ${text}`}`;
}

/** Returns the command that searches for a test that hits a hole, learning from runs. */
export function formatAimCommand(name: string, runs: readonly string[]): string {
  return formatCommand('coverage aim', quoteShellWord(name), runs.map(quoteShellWord).join(' '));
}

/** Says why a hole matters: the stage, the statement and whether any hit verifies it. */
export function describeHoleValue({ statement, tests, nearest }: ImportantHole): string[] {
  const cost =
    tests === undefined ? 'cost unknown' : `about ${formatQuantity(tests, 'more test')} for an even chance`;
  const near = nearest === undefined ? 'no test came near' : `nearest: ${nearest}`;
  if (statement === undefined) return [`no statement; ${cost}; ${near}`];
  const { stage, status, id, text } = statement;
  const state = status === 'verified' ? '' : ', which nothing else has shown';
  return [`${stage}, for ${id}${state}: ${text}`, `${cost}; ${near}`];
}

/** Formats the holes one by one: the name, what it is, why it matters, and the line that aims at it. */
export function formatImportantHoles(
  holes: readonly ImportantHole[],
  runs: readonly string[],
  width: number,
): string[] {
  if (holes.length === 0) return [];
  return [
    'Holes that matter most, by statement and stage, then by cost:',
    ...holes.flatMap((hole) => [
      hole.name,
      ...[hole.words, ...describeHoleValue(hole)].flatMap((line) =>
        wrapText(line, Math.max(20, width - 2)).map((part) => `  ${part}`),
      ),
      `  ${formatAimCommand(hole.name, runs)}`,
    ]),
    '',
  ];
}
