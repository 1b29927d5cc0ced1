import { leastOf } from '../../arch/index.js';
import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';

/**
 * Says how often tests hit the combinations beside one of a cross, as a part of how often they would if the coordinates were independent:
 * the least over the coordinates, at most 1. Combinations beside it differ in one coordinate.
 */
export function dependence(
  data: CoverageData,
  tests: number,
  model: CoverageModel = COVERAGE_MODEL,
): (hole: Pick<BinRow, 'group' | 'item' | 'of'>) => number {
  const rows = binRows(data, model);
  const testsOf = new Map(
    rows.map(({ group, item, bin, passed }) => [`${group}/${item}/${bin}`, passed.tests]),
  );
  return ({ group, item, of }) => {
    const cross = model.groups
      .find(({ covergroup }) => covergroup.name === group)
      ?.compiled.definition.crosses.find(({ name }) => name === item);
    if (cross === undefined || of.length === 0) return 1;
    const cells = rows.filter((row) => row.group === group && row.item === item && row.of.length > 0);
    const share = (axis: number, value: string): number =>
      (testsOf.get(`${group}/${cross.of[axis]}/${value}`) ?? 0) / tests;
    const parts = of.map((_, axis) => {
      const beside = cells.filter((cell) =>
        cell.of.every((value, at) => (value !== of[at]) === (at === axis)),
      );
      const seen = beside.reduce((sum, { passed }) => sum + passed.tests, 0);
      const expected = beside.reduce(
        (sum, cell) => sum + tests * cell.of.reduce((product, value, at) => product * share(at, value), 1),
        0,
      );
      return (1 + seen) / (1 + expected);
    });
    return leastOf([1, ...parts]);
  };
}
