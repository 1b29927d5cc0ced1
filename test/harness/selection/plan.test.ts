import fc from 'fast-check';
import { readSeed } from '../../../harness/basics/seeds.js';
import { type PlannedTest, planTests } from '../../../harness/selection/plan.js';
import { makeConstantSequence } from '../support/sequences.js';

const ROOT = readSeed('0x5eed');
const names = ['alpha', 'beta', 'gamma', 'delta'];
const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

function drawTests(count: number, weightList: readonly number[], root = ROOT): PlannedTest[] {
  const plan = planTests(
    root,
    weightList.map((weight, i) => makeConstantSequence(names[i]!, weight)),
  );
  return Array.from({ length: count }, () => plan.next().value);
}

describe("a run's plan", () => {
  it('gives each sequence its share of every prefix, to within one test', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 200 }), (weightList, count) => {
        const total = weightList.reduce((a, b) => a + b, 0);
        const tests = drawTests(count, weightList);
        for (const [i, weight] of weightList.entries()) {
          const planned = tests.filter(({ sequence }) => sequence === names[i]).length;
          expect(Math.abs(planned - (count * weight) / total)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('numbers the tests of each sequence from zero without gaps', () => {
    const tests = drawTests(100, [3, 1]).filter(({ sequence }) => sequence === 'alpha');
    expect(tests.map(({ index }) => index)).toEqual(tests.map((_, i) => i));
  });

  it('keeps the seed of every test when a sequence is added', () => {
    const fewSeeds = new Map(
      drawTests(60, [2, 1]).map(({ sequence, index, seed }) => [`${sequence}.${index}`, seed]),
    );
    const manySeeds = new Map(
      drawTests(200, [2, 1, 5]).map(({ sequence, index, seed }) => [`${sequence}.${index}`, seed]),
    );
    for (const [id, seed] of fewSeeds) expect(manySeeds.get(id)).toBe(seed);
  });

  it('gives every test a unique seed that depends on the root seed', () => {
    const seeds = drawTests(5000, [1, 1]).map(({ seed }) => seed);
    const others = drawTests(5000, [1, 1], readSeed('0x5eee')).map(({ seed }) => seed);
    expect(new Set([...seeds, ...others]).size).toBe(10_000);
  });
});
