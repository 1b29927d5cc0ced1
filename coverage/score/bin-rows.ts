import type { CoverageData } from '../data/coverage-data.js';
import type { BinKind } from '../dsl/definition.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinTotals, sumTotals } from './totals.js';

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
