import {
  type BinRow,
  type CheapHole,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  crossHoles,
  holes,
} from '../../coverage/index.js';
import { textTable } from '../table.js';

/** Of the cheapest holes, those that are listed. */
const CHEAPEST_SHOWN = 20;

/**
 * What `coverage holes` shows: the bins that more tests would cover soonest, the largest uncovered sub-spaces of crosses, then the
 * uncovered bins of coverpoints.
 */
export function holesText(data: CoverageData, model: CoverageModel = COVERAGE_MODEL): string {
  const crosses = crossHoles(data, model);
  const crossed = new Set(crosses.map(({ group, cross }) => `${group}/${cross}`));
  const others = holes(data, model).filter(
    ({ group, item, of }) => of.length === 0 || !crossed.has(`${group}/${item}`),
  );
  if (crosses.length + others.length === 0) return 'No holes.';
  const cheapest = cheapestHoles(data, coverageSummary(data, model).tests.passed, model);
  return [
    ...(cheapest.length === 0
      ? []
      : [
          'Cheapest holes, with the estimated number of further tests to cover each:',
          cheapTable(cheapest),
          '',
        ]),
    ...(crosses.length === 0 ? [] : ['Largest uncovered sub-spaces of crosses:', crossTable(crosses), '']),
    ...(others.length === 0 ? [] : ['Uncovered bins:', holeTable(others)]),
  ]
    .join('\n')
    .trimEnd();
}

function cheapTable(cheapest: readonly CheapHole[]): string {
  return textTable(
    [{ title: 'tests', align: 'right' }, { title: 'covergroup' }, { title: 'item' }, { title: 'bin' }],
    cheapest
      .slice(0, CHEAPEST_SHOWN)
      .map(({ row: { group, item, bin }, tests }) => [tests.toLocaleString('en-US'), group, item, bin]),
  );
}

function crossTable(crosses: ReturnType<typeof crossHoles>): string {
  return textTable(
    [
      { title: 'bins', align: 'right' },
      { title: 'covergroup' },
      { title: 'cross' },
      { title: 'uncovered where' },
    ],
    crosses.map(({ group, cross, fixed, bins }) => [`${bins}`, group, cross, fixedText(fixed)]),
  );
}

/** A sub-space in words. */
export function fixedText(fixed: readonly (readonly [point: string, bin: string])[]): string {
  return fixed.length === 0 ? 'the whole cross' : fixed.map(([point, bin]) => `${point} = ${bin}`).join(', ');
}

function holeTable(rows: readonly BinRow[]): string {
  return textTable(
    [
      { title: 'covergroup' },
      { title: 'item' },
      { title: 'bin' },
      { title: 'hits', align: 'right' },
      { title: 'needs', align: 'right' },
      { title: 'in failed tests', align: 'right' },
    ],
    rows.map(({ group, item, bin, passed, failed, atLeast }) => [
      group,
      item,
      bin,
      `${passed.hits}`,
      `${atLeast}`,
      `${failed.hits}`,
    ]),
  );
}
