import { expect, it } from 'vitest';
import { TriedTestPool } from '../../../harness/steering/aim.js';

const target = { bin: 0, goals: [{ name: 'near', isComponentBin: false, bins: [1] }] };
const makePlannedTest = (index: number) => ({ sequence: 's', index, seed: `0x${index}` });
const makeTriedTest = (index: number, near: boolean) => ({
  ...{ test: makePlannedTest(index), features: new Set(['wave=64', `index=${index}`]), failed: false },
  hits: [0, near ? 300 : 0],
});

it('a pool of tried tests returns the most recent tests that reached a step and an equal number of others', () => {
  const pool = new TriedTestPool();
  for (let index = 0; index < 330; index++) pool.add(makeTriedTest(index, index % 3 === 0));
  const selected = pool.findNear(target);
  const near = selected.filter(({ hits }) => hits[1]! > 0);
  expect([near.length, selected.length]).toEqual([100, 200]);
  expect(near.at(-1)!.test).toEqual(makePlannedTest(327));
  expect(selected.every(({ test, features }) => features.has(`index=${test.index}`))).toBe(true);
});

it('a pool of tried tests filters out tests that it already contains', () => {
  const pool = new TriedTestPool();
  pool.add(makeTriedTest(1, true));
  expect(
    pool.excludeTried([makePlannedTest(1), makePlannedTest(2), { ...makePlannedTest(1), sequence: 't' }]),
  ).toEqual([makePlannedTest(2), { ...makePlannedTest(1), sequence: 't' }]);
});
