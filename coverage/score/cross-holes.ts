import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, getBinRows } from './summary.js';

/** A sub-space of a cross with no covered combinations: some coverpoints are fixed, and the others are free. */
export interface CrossHole {
  readonly group: string;
  readonly cross: string;
  /** The bin of each fixed coverpoint. The others may be in any bin. */
  readonly fixed: readonly (readonly [point: string, bin: string])[];
  /** The number of uncovered bins in the sub-space. */
  readonly bins: number;
}

interface SubSpace {
  readonly fixed: CrossHole['fixed'];
  readonly axes: number;
  bins: number;
  covered: number;
}

/**
 * Finds the maximal uncovered sub-spaces of all crosses, largest first. A row or plane with no covered bins counts as a
 * single hole, and no hole contains another.
 */
export function findCrossHoles(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): CrossHole[] {
  const rows = getBinRows(data, model);
  const crossHoles = model.groups.flatMap(({ compiled }) => {
    const group = compiled.definition.name;
    return compiled.items
      .filter(({ kind }) => kind === 'cross')
      .flatMap(({ name, of }) => {
        const combinations = rows.filter(
          (row) => row.group === group && row.item === name && isCombination(row),
        );
        return findMaximalSpaces(combinations, of).map(({ fixed, bins }) => ({
          group,
          cross: name,
          fixed,
          bins,
        }));
      });
  });
  return crossHoles.sort((a, b) => b.bins - a.bins);
}

function isCombination({ kind, of }: BinRow): boolean {
  return kind === 'count' && of.length > 0;
}

/** Tries sets of fixed axes in order of size, so that each space comes after the spaces that contain it. */
function findMaximalSpaces(rows: readonly BinRow[], points: readonly string[]): SubSpace[] {
  const axisSets = Array.from({ length: 1 << points.length }, (_, set) => set).sort(
    (a, b) => countBits(a) - countBits(b) || a - b,
  );
  const holes: SubSpace[] = [];
  for (const set of axisSets) {
    for (const space of findSpaces(rows, points, set)) {
      if (space.covered === 0 && !holes.some((outer) => isWithin(space, outer))) holes.push(space);
    }
  }
  return holes;
}

/** Returns the sub-spaces in which the given set of coverpoints is fixed. */
function findSpaces(rows: readonly BinRow[], points: readonly string[], axes: number): Iterable<SubSpace> {
  const spaces = new Map<string, SubSpace>();
  const fixedPoints = points.flatMap((point, i) => ((axes >> i) & 1 ? [{ point, i }] : []));
  for (const { of, isCovered } of rows) {
    let key = '';
    for (const { i } of fixedPoints) key += `${of[i]!}\0`;
    let space = spaces.get(key);
    if (space === undefined) {
      space = {
        fixed: fixedPoints.map(({ point, i }) => [point, of[i]!] as const),
        axes,
        bins: 0,
        covered: 0,
      };
      spaces.set(key, space);
    }
    space.bins++;
    if (isCovered) space.covered++;
  }
  return spaces.values();
}

function isWithin(inner: SubSpace, outer: SubSpace): boolean {
  return outer.fixed.every(([point, bin]) =>
    inner.fixed.some((pair) => pair[0] === point && pair[1] === bin),
  );
}

function countBits(set: number): number {
  return set === 0 ? 0 : (set & 1) + countBits(set >> 1);
}
