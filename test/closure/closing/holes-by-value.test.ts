import { expect, it } from 'vitest';
import { holesInOrder } from '../../../closure/aim/holes-in-order.js';
import { holesByValue } from '../../../closure/closing/holes-by-value.js';
import { type TestplanRow, testplan } from '../../../closure/testplan/testplan.js';
import { COVERAGE_MODEL, emptyCoverage } from '../../../coverage/index.js';

const plan = testplan([]);
const coverpointOfBin = (bin: string): string => bin.split('/').slice(0, 2).join('/');
const makeRow = (facts: Partial<TestplanRow>): TestplanRow => ({ ...plan.statements[0]!, ...facts });

it('holes are ordered by value: unverified statements by stage, then verified ones, then the rest', () => {
  const data = emptyCoverage();
  const bins = holesInOrder(data, COVERAGE_MODEL);
  const points = [...new Set(bins.map(coverpointOfBin))].slice(-4) as [string, string, string, string];
  const [inV3, verified, inV1, informative] = points;
  const statements = [
    makeRow({ status: 'unhit', stage: 'V3', coverpoints: [inV3] }),
    makeRow({ status: 'verified', stage: 'V1', coverpoints: [verified, inV1] }),
    makeRow({ status: 'unhit', stage: 'V1', coverpoints: [inV1] }),
    makeRow({ status: 'informative', stage: 'V1', coverpoints: [informative] }),
  ];
  const ordered = holesByValue(data, COVERAGE_MODEL, { ...plan, statements });
  expect([...new Set(ordered.map(coverpointOfBin))].slice(0, 3)).toEqual([inV1, inV3, verified]);
  // Ties are broken by cost, as they are without a plan.
  const others = (all: readonly string[]): string[] =>
    all.filter((bin) => ![inV1, inV3, verified].includes(coverpointOfBin(bin)));
  expect(others(ordered)).toEqual(others(bins));
});
