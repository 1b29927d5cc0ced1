import { readSeed } from '../../../harness/basics/seeds.js';
import { TestCosts } from '../../../harness/records/test-costs.js';
import { planTests } from '../../../harness/selection/plan.js';
import { type BatchSizing, getLaunchedSizing, PlanCutter, POOL_SIZING } from '../../../runs/run/cut-plan.js';
import { makeConstantSequence } from '../../harness/support/sequences.js';

/** Returns the batch sizes of a plan whose tests are each expected to take `msPerTest`, if known. */
function getBatchSizes(count: number, msPerTest?: number, sizing: BatchSizing = POOL_SIZING): number[] {
  const costs = new TestCosts();
  const plan = planTests(readSeed('0x1'), [makeConstantSequence('alpha')]);
  if (msPerTest !== undefined) costs.learn([plan.next().value], [msPerTest]);
  const cutter = new PlanCutter({ plan }, 0, count, costs, sizing);
  const sizes: number[] = [];
  for (let cut = cutter.cut(); cut !== undefined; cut = cutter.cut()) sizes.push(cut.tests.length);
  return sizes;
}

describe("a plan's batches", () => {
  it('contain one test each while no test times are known', () => {
    expect(getBatchSizes(5)).toEqual([1, 1, 1, 1, 1]);
  });

  it.each([
    ['quick', 0.15],
    ['ordinary', 4],
    ['slow', 15],
  ])(
    'of %s tests hold a quarter of a second of work or 512 tests each, and together contain every test',
    (_name, msPerTest) => {
      const sizes = getBatchSizes(2000, msPerTest);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2000);
      const work = Math.min(512 * msPerTest, 250);
      expect(sizes[0]! * msPerTest).toBeGreaterThanOrEqual(work - 1e-6);
      expect(sizes[0]! * msPerTest).toBeLessThanOrEqual(work + msPerTest);
    },
  );

  it('contain one test each if tests are slow', () => {
    expect(getBatchSizes(3, 5000)).toEqual([1, 1, 1]);
  });
});

describe('the batches of launched workers', () => {
  const sizing = getLaunchedSizing(2, () => Infinity);

  it('have five seconds of work each, and shrink to a quarter of a second towards the end', () => {
    const sizes = getBatchSizes(2000, 25, sizing);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2000);
    expect(sizes[0]).toBe(200);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    // After the last full-size batch, each worker has at most two such batches' worth of work left.
    const firstShorter = sizes.findIndex((size) => size < 200);
    const remainingMs = 25 * sizes.slice(firstShorter).reduce((sum, size) => sum + size, 0);
    expect(remainingMs).toBeLessThanOrEqual(4 * 5000);
    expect(Math.max(...sizes.slice(-2))).toBeLessThanOrEqual(10);
  });

  it("have ten times a pool's work before any test has been timed", () => {
    expect([sizing, POOL_SIZING].map((each) => each.targetMs(undefined))).toEqual([250, 25]);
    expect(getBatchSizes(3, undefined, sizing)).toEqual([1, 1, 1]);
  });

  it("are up to a minute long with many workers, and shorter near the run's time limit", () => {
    expect(getLaunchedSizing(500, () => Infinity).targetMs(1e9)).toBe(30_000);
    expect(getLaunchedSizing(4000, () => Infinity).targetMs(1e9)).toBe(60_000);
    expect(getLaunchedSizing(500, () => 20_000).targetMs(1e9)).toBe(10_000);
    expect(getLaunchedSizing(500, () => 0).targetMs(1e9)).toBe(250);
  });
});
