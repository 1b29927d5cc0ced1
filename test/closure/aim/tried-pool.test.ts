import { expect, it } from 'vitest';
import { TriedPool } from '../../../closure/aim/tried-pool.js';

const target = { bin: 0, goals: [{ name: 'near', part: false, bins: [1] }] };
const tested = (index: number) => ({ sequence: 's', index, seed: `0x${index}` });
const tried = (index: number, near: boolean) => ({
  ...{ test: tested(index), features: new Set(['wave=64', `index=${index}`]), failed: false },
  hits: [0, near ? 300 : 0],
});

it('provides the last tests that reached a step, and the same number of others', () => {
  const pool = new TriedPool();
  for (let index = 0; index < 330; index++) pool.add(tried(index, index % 3 === 0));
  const learned = pool.near(target);
  const near = learned.filter(({ hits }) => hits[1]! > 0);
  expect([near.length, learned.length]).toEqual([100, 200]);
  expect(near.at(-1)!.test).toEqual(tested(327));
  expect(learned.every(({ test, features }) => features.has(`index=${test.index}`))).toBe(true);
});

it('knows which tests were tried', () => {
  const pool = new TriedPool();
  pool.add(tried(1, true));
  expect(pool.withoutTried([tested(1), tested(2), { ...tested(1), sequence: 't' }])).toEqual([
    tested(2),
    { ...tested(1), sequence: 't' },
  ]);
});
