import { measureInterleaved, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { peakMebibytes } from './p11/peak.js';

/** Peak at ten times the tests over that at once: 1.2 at most and 1.05 wanted; rates are inverse. */
const FLOOR = 1 / 1.2;
const AIM = 1 / 1.05;

const TESTS = 60;
const TIMES = 10;

/** P11: a run needs no more memory for more tests. */
export const p11Memory: Metric = {
  id: 'P11',
  title: 'peak memory of a run over that of one with ten times the tests',
  unit: 'runs/TiB',
  measure: async (rounds): Promise<Measurement> => {
    const [many, few] = await measureInterleaved([side(TESTS * TIMES), side(TESTS)] as const, rounds);
    return { comparisons: [compare(many, few, FLOOR, AIM)], skipped: [] };
  },
};

/** The rate is one over the peak, so that the best round is the one with the lowest. */
function side(tests: number): Side {
  return {
    name: `${tests} tests`,
    round: async () => ({ work: 2 ** 20, seconds: await peakMebibytes(tests) }),
  };
}
