import { measureInterleaved, type Round, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { peakOfRun, peakOfTest } from './p11/peak.js';

/**
 * With ten times the size, the peak may be 1.2 times as large, and ideally is 1.05 times. Rates are the
 * inverse.
 */
const FLOOR = 1 / 1.2;
const AIM = 1 / 1.05;

/**
 * Number of tests, which take half a minute. The engine warms up for about three thousand tests, however many
 * there are; what a run keeps per test only becomes visible with many tests.
 */
const TESTS = 2000;
/**
 * How often the long test repeats its primitives. This makes thousands of waves, more than are kept after
 * they are done.
 */
const ROUNDS = 500;
const TIMES = 10;

/**
 * P11: a run with more tests needs no more memory, and neither does a test with more waves, apart from those
 * in flight.
 */
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

/**
 * Creates a side whose rate is the reciprocal of the peak, so that the best round is the one with the lowest
 * peak.
 */
function run(tests: number): Side {
  return { name: `${tests} tests`, round: async () => rateOf(await peakOfRun(tests)) };
}

function test(times: number): Side {
  return { name: `a test, primitives ${times} times`, round: async () => rateOf(await peakOfTest(times)) };
}

function rateOf(mebibytes: number): Round {
  return { work: 2 ** 20, seconds: mebibytes };
}
