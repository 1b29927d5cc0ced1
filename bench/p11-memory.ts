import { measureInterleaved, type Round, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { peakOfRun, peakOfTest } from './p11/peak.js';

/** Ratio of peaks at ten times the size: at most 1.2, ideally 1.05; rates are inverse. */
const FLOOR = 1 / 1.2;
const AIM = 1 / 1.05;

/**
 * Half a minute of tests. Engine warm-up does not depend on their number, and lasts for about three thousand tests;
 * anything that a run keeps per test is visible only with many tests.
 */
const TESTS = 2000;
/** How often the long test repeats its primitives: thousands of waves, more than are kept after they are done. */
const ROUNDS = 500;
const TIMES = 10;

/** P11: more tests need no more memory, nor does a test with more waves, apart from those in flight. */
export const p11Memory: Metric = {
  id: 'P11',
  title: 'peak memory of a run, and of one test, over that with ten times the tests or primitives',
  unit: 'runs/TiB',
  measure: async (rounds): Promise<Measurement> => {
    const [many, few] = await measureInterleaved([run(TESTS * TIMES), run(TESTS)] as const, rounds);
    const [long, short] = await measureInterleaved([test(ROUNDS * TIMES), test(ROUNDS)] as const, rounds);
    return { comparisons: [compare(many, few, FLOOR, AIM), compare(long, short, FLOOR, AIM)], skipped: [] };
  },
};

/** The rate is the reciprocal of the peak, so that the best round has the lowest. */
function run(tests: number): Side {
  return { name: `${tests} tests`, round: async () => rateOf(await peakOfRun(tests)) };
}

function test(times: number): Side {
  return { name: `a test, primitives ${times} times`, round: async () => rateOf(await peakOfTest(times)) };
}

function rateOf(mebibytes: number): Round {
  return { work: 2 ** 20, seconds: mebibytes };
}
