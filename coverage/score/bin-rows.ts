import type { CoverageData } from '../data/coverage-data.js';
import type { BinKind } from '../dsl/definition.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinTotals, totalsOf } from './totals.js';

/** Everything known about one bin. */
export interface BinRow {
  readonly group: string;
  /** Coverpoint or cross. */
  readonly item: string;
  readonly bin: string;
  readonly kind: BinKind;
  /** Whether a waiver excludes it from the score. */
  readonly isWaived: boolean;
  readonly text: string;
  /** Statements of the bin, otherwise of its coverpoint or cross, otherwise of its covergroup. */
  readonly statements: readonly string[];
  readonly atLeast: number;
  /** Bins of the crossed coverpoints, for a combination with its own bin; otherwise empty. */
  readonly of: readonly string[];
  readonly passed: BinTotals;
  /** Hits by failed or deliberately broken tests; they cover nothing. */
  readonly failed: BinTotals;
  readonly isCovered: boolean;
}

/** Rows by data and covergroups, neither of which changes: a run's page needs them dozens of times. */
const CACHE = new WeakMap<CoverageData, WeakMap<CoverageModel['groups'], readonly BinRow[]>>();

/** All bins, in definition order. */
export function binRows(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): readonly BinRow[] {
  // The model of all covergroups stays one object when the user's are set; its list does not.
  const { groups } = model;
  const rowsByGroups = CACHE.get(data) ?? new WeakMap<CoverageModel['groups'], readonly BinRow[]>();
  const rows = rowsByGroups.get(groups) ?? makeRows(data, model);
  CACHE.set(data, rowsByGroups.set(groups, rows));
  return rows;
}

function makeRows(data: CoverageData, model: CoverageModel): readonly BinRow[] {
  return totalsOf(data, model).flatMap(({ group: { compiled }, passed, failed }) =>
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

/** Counted bins not covered by passed tests, in definition order. */
export function holes(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): BinRow[] {
  return binRows(data, model).filter((row) => row.kind === 'count' && !row.isCovered);
}
