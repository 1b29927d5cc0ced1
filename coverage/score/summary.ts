import type { CoverageData } from '../data/coverage-data.js';
import { countIndices } from '../data/intervals.js';
import type { CompiledItem } from '../dsl/compile-group.js';
import type { BinKind } from '../dsl/definition.js';
import { COVERAGE_MODEL, type CoverageModel, type ModelGroup } from '../model.js';
import { type BinTotals, findChangedGroups, sumTotals } from './totals.js';

/** A bin with its definition and its counts. */
export interface BinRow {
  readonly group: string;
  /** Name of the coverpoint or cross. */
  readonly item: string;
  readonly bin: string;
  readonly kind: BinKind;
  /** Whether a waiver excludes the bin from the score. */
  readonly isWaived: boolean;
  readonly text: string;
  /** The bin's statements, or else those of its coverpoint or cross, or else those of its covergroup. */
  readonly statements: readonly string[];
  readonly atLeast: number;
  /** Names of the combined coverpoint bins if the bin stands for a single combination, otherwise empty. */
  readonly of: readonly string[];
  readonly passed: BinTotals;
  /** Hits by failed or intentionally broken tests, which do not count towards coverage. */
  readonly failed: BinTotals;
  readonly isCovered: boolean;
}

/** Rows cached by data and covergroups, both of which are immutable. A run's page needs them dozens of times. */
const CACHE = new WeakMap<CoverageData, WeakMap<CoverageModel['groups'], readonly BinRow[]>>();

/** Returns all bins, in definition order. */
export function getBinRows(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): readonly BinRow[] {
  // Setting user-defined covergroups keeps the `COVERAGE_MODEL` object but replaces its list of groups.
  const { groups } = model;
  const rowsByGroups = CACHE.get(data) ?? new WeakMap<CoverageModel['groups'], readonly BinRow[]>();
  const rows = rowsByGroups.get(groups) ?? makeRows(data, model);
  CACHE.set(data, rowsByGroups.set(groups, rows));
  return rows;
}

function makeRows(data: CoverageData, model: CoverageModel): readonly BinRow[] {
  return sumTotals(data, model).flatMap(({ group: { compiled }, passed, failed }) =>
    compiled.items.flatMap((item) =>
      compiled.bins.slice(item.first, item.first + item.count).map((bin, i): BinRow => {
        const index = item.first + i;
        const inherited = item.statements.length > 0 ? item.statements : compiled.definition.statements;
        return {
          group: compiled.definition.name,
          item: item.name,
          bin: bin.name,
          kind: bin.kind,
          isWaived: bin.isWaived === true,
          text: bin.text,
          statements: bin.statements.length > 0 ? bin.statements : inherited,
          atLeast: bin.atLeast,
          of: bin.of,
          passed: passed[index]!,
          failed: failed[index]!,
          isCovered: bin.kind === 'count' && passed[index]!.hits >= bin.atLeast,
        };
      }),
    ),
  );
}

/** Returns the bins that count but are not covered by passing tests, in definition order. */
export function findHoles(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): BinRow[] {
  return getBinRows(data, model).filter((row) => row.kind === 'count' && !row.isCovered);
}

/** The score of a coverpoint, cross, covergroup or model. */
export interface Score {
  /** From 0 to 100, computed differently at each level (see `summariseCoverage`). */
  readonly percent: number;
  /** The number of bins that reached their `atLeast` in passing tests. */
  readonly hit: number;
  /** The number of bins that count. */
  readonly total: number;
  readonly ignored: number;
  readonly illegal: number;
}

export type ItemSummary = Readonly<ReturnType<typeof summariseItem>>;

export interface GroupSummary extends Score {
  readonly name: string;
  readonly text: string;
  readonly weight: number;
  readonly goal: number;
  readonly items: readonly ItemSummary[];
}

export type CoverageSummary = Readonly<ReturnType<typeof summariseCoverage>>;

/**
 * Computes the score. The percentage of a coverpoint or cross is the fraction of its counted bins that are covered. A
 * covergroup's percentage is the weighted mean over its coverpoints and crosses, and the total is the weighted mean
 * over the covergroups. Anything with no counted bins, or with weight 0, is excluded. Goals are for display only.
 */
export function summariseCoverage(data: CoverageData, model: CoverageModel = COVERAGE_MODEL) {
  const groups = sumTotals(data, model).map(summariseGroup);
  const failed = data.parts.reduce((sum, part) => sum + countIndices(part.failed), 0);
  const tests = data.parts.reduce((sum, part) => sum + countIndices(part.tests), 0);
  return {
    ...combineScores(groups),
    groups,
    /** The number of tests that count, and the number that failed or were intentionally broken. */
    tests: { passed: tests - failed, failed },
    changed: findChangedGroups(data, model),
  };
}

/** A covergroup and its bins' hits. */
type CountedTotals = {
  readonly group: Pick<ModelGroup, 'compiled'>;
  readonly passed: readonly Pick<BinTotals, 'hits'>[];
};

/** Computes a covergroup's score from its bins' hits. */
export function summariseGroup({ group, passed }: CountedTotals): GroupSummary {
  const { name, text, weight = 1, goal = 100 } = group.compiled.definition;
  const items = group.compiled.items.map((item) => summariseItem(group, item, passed));
  return { name, text, weight, goal, ...combineScores(items), items };
}

function summariseItem(group: CountedTotals['group'], item: CompiledItem, passed: CountedTotals['passed']) {
  const bins = group.compiled.bins.slice(item.first, item.first + item.count);
  const total = bins.filter((bin) => bin.kind === 'count').length;
  const hit = bins.filter(
    (bin, i) => bin.kind === 'count' && passed[item.first + i]!.hits >= bin.atLeast,
  ).length;
  return {
    name: item.name,
    kind: item.kind,
    weight: item.weight,
    goal: item.goal,
    percent: total === 0 ? 100 : (100 * hit) / total,
    hit,
    total,
    ignored: bins.filter((bin) => bin.kind === 'ignore').length,
    illegal: bins.filter((bin) => bin.kind === 'illegal').length,
  };
}

function combineScores(parts: readonly (Score & { readonly weight: number })[]): Score {
  const countedParts = parts.filter((part) => part.total > 0);
  const weight = countedParts.reduce((sum, part) => sum + part.weight, 0);
  const weightedSum = countedParts.reduce((sum, part) => sum + part.weight * part.percent, 0);
  const sumField = (key: 'hit' | 'total' | 'ignored' | 'illegal') =>
    parts.reduce((sum, part) => sum + part[key], 0);
  return {
    percent: weight === 0 ? 100 : weightedSum / weight,
    hit: sumField('hit'),
    total: sumField('total'),
    ignored: sumField('ignored'),
    illegal: sumField('illegal'),
  };
}

/** Differences between two coverage results, both evaluated with the current definitions. */
export type CoverageDifference = Readonly<ReturnType<typeof compareCoverage>>;

/** Compares two coverage results bin by bin. */
export function compareCoverage(
  before: CoverageData,
  after: CoverageData,
  model: CoverageModel = COVERAGE_MODEL,
) {
  const summary = { before: summariseCoverage(before, model), after: summariseCoverage(after, model) };
  const changed = new Set([...summary.before.changed, ...summary.after.changed].map(({ group }) => group));
  const rowsBefore = getBinRows(before, model);
  const rowsAfter = getBinRows(after, model);
  const isCoveredOnlyIn = (row: BinRow, other: BinRow): boolean =>
    row.isCovered && !other.isCovered && !changed.has(row.group);
  return {
    ...summary,
    /** Covergroups that cannot be compared, because one side has counts under a different definition. */
    changed: [...changed],
    /** Newly covered bins with their current counts, excluding changed covergroups. */
    won: rowsAfter.filter((row, i) => isCoveredOnlyIn(row, rowsBefore[i]!)),
    /** Bins no longer covered, with their previous counts, excluding changed covergroups. */
    lost: rowsBefore.filter((row, i) => isCoveredOnlyIn(row, rowsAfter[i]!)),
  };
}
