import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../base/basics/seeds.js';
import { TestCosts } from '../../../harness/records/test-costs.js';
import { planTests } from '../../../harness/selection/plan.js';
import { PlanCutter } from '../../../runs/run/cut-plan.js';
import { constantSequence } from '../../harness/support/sequences.js';

/** Sizes of the batches of a plan whose tests are likely to take so long. */
function sizes(count: number, msPerTest?: number): number[] {
  const costs = new TestCosts();
  const plan = planTests(readSeed('0x1'), [constantSequence('alpha')]);
  if (msPerTest !== undefined) costs.learn([plan.next().value], [msPerTest]);
  const cutter = new PlanCutter({ plan }, 0, count, costs);
  const all: number[] = [];
  for (let cut = cutter.cut(); cut !== undefined; cut = cutter.cut()) all.push(cut.tests.length);
  return all;
}

describe('the batches of a plan', () => {
  it('are single tests as long as nothing is known', () => {
    expect(sizes(5)).toEqual([1, 1, 1, 1, 1]);
  });

  it.each([
    ['quick', 0.15],
    ['ordinary', 4],
    ['slow', 15],
  ])(
    'of %s tests are a quarter of a second of work, or 512 tests, and hold every test',
    (_name, msPerTest) => {
      const all = sizes(2000, msPerTest);
      expect(all.reduce((sum, size) => sum + size, 0)).toBe(2000);
      const work = Math.min(512 * msPerTest, 250);
      expect(all[0]! * msPerTest).toBeGreaterThanOrEqual(work - 1e-6);
      expect(all[0]! * msPerTest).toBeLessThanOrEqual(work + msPerTest);
    },
  );

  it('are single tests where one takes long', () => {
    expect(sizes(3, 5000)).toEqual([1, 1, 1]);
  });
});
