import { expect, it } from 'vitest';
import { listHolesByCost } from '../../../closure/aim/hole-ways.js';
import { listHolesByValue } from '../../../closure/aim/search-holes.js';
import { buildTestplan, type TestplanRow } from '../../../closure/testplan/testplan.js';
import { COVERAGE_MODEL, createEmptyCoverage } from '../../../coverage/index.js';

const plan = buildTestplan([]);
const getCoverpoint = (bin: string): string => bin.split('/').slice(0, 2).join('/');
const makeRow = (fields: Partial<TestplanRow>): TestplanRow => ({ ...plan.statements[0]!, ...fields });

it('holes are ordered by value: unverified statements by stage, then verified ones, then the rest', () => {
  const data = createEmptyCoverage();
  const bins = listHolesByCost(data, COVERAGE_MODEL);
  const points = [...new Set(bins.map(getCoverpoint))].slice(-4) as [string, string, string, string];
  const [inV3, verified, inV1, informative] = points;
  const statements = [
    makeRow({ status: 'unhit', stage: 'V3', coverpoints: [inV3] }),
    makeRow({ status: 'verified', stage: 'V1', coverpoints: [verified, inV1] }),
    makeRow({ status: 'unhit', stage: 'V1', coverpoints: [inV1] }),
    makeRow({ status: 'informative', stage: 'V1', coverpoints: [informative] }),
  ];
  const ordered = listHolesByValue(data, COVERAGE_MODEL, { ...plan, statements });
  expect([...new Set(ordered.map(getCoverpoint))].slice(0, 3)).toEqual([inV1, inV3, verified]);
  // Ties are broken by cost, as if there were no plan.
  const others = (all: readonly string[]): string[] =>
    all.filter((bin) => ![inV1, inV3, verified].includes(getCoverpoint(bin)));
  expect(others(ordered)).toEqual(others(bins));
});
