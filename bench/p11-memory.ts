import { measureInterleaved, type Round, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { measureRunPeak, measureTestPeak } from './p11/peak.js';

/**
 * A run ten times the size may have a peak at most 1.2 times as high, and ideally no more than 1.05 times. These
 * values are reciprocals because rates are reciprocals of peaks.
 */
const FLOOR = 1 / 1.2;
const TARGET = 1 / 1.05;

/**
 * Number of tests in the short run, which takes half a minute. V8 keeps warming up for about three thousand tests, and
 * a per-test leak only shows up after many tests.
 */
const TESTS = 2000;
/**
 * Number of times that the short test repeats its primitives. This forms thousands of waves, more than the testbench
 * keeps track of after they end.
 */
const ROUNDS = 500;
const SCALE = 10;

/** P11: peak memory must not grow with the number of tests in a run or the number of waves in a test. */
export const p11Memory: Metric = {
  id: 'P11',
  title: 'peak memory of a run, and of one test, over that with ten times the tests or primitives',
  unit: 'runs/TiB',
  measure: async (rounds): Promise<Measurement> => {
    const [many, few] = await measureInterleaved([run(TESTS * SCALE), run(TESTS)] as const, rounds);
    const [long, short] = await measureInterleaved([test(ROUNDS * SCALE), test(ROUNDS)] as const, rounds);
    return {
      comparisons: [compare(many, few, FLOOR, TARGET), compare(long, short, FLOOR, TARGET)],
      skipped: [],
    };
  },
};

/** Creates a side whose rate is the reciprocal of the peak, so that the best round has the lowest peak. */
function run(tests: number): Side {
  return { name: `${tests} tests`, round: async () => createRound(await measureRunPeak(tests)) };
}

function test(times: number): Side {
  return {
    name: `one test with its primitives repeated ${times} times`,
    round: async () => createRound(await measureTestPeak(times)),
  };
}

/** Creates a round with the peak in place of the time, so that its rate is in runs per TiB. */
function createRound(mebibytes: number): Round {
  return { work: 2 ** 20, seconds: mebibytes };
}
