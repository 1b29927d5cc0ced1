import { measureInterleaved } from './harness.js';
import { compareToLimit, type Measurement, type Metric } from './metric.js';
import { measureFirstResult, measureHelp } from './p10/starts.js';

/** Maximum and target times, in seconds. */
const HELP = { floor: 0.3, aim: 0.15 };
const FIRST_RESULT = { floor: 1.5, aim: 0.6 };

/** P10: time from start to the output of `--help`, and to the first test result. */
export const p10Start: Metric = {
  id: 'P10',
  title: 'starts per second, over one in the allowed time',
  unit: 'starts/s',
  measure: async (rounds): Promise<Measurement> => {
    const [help, result] = await measureInterleaved(
      [
        { name: 'pops-tb --help', round: async () => ({ work: 1, seconds: await measureHelp() }) },
        { name: 'first result', round: async () => ({ work: 1, seconds: await measureFirstResult() }) },
      ] as const,
      rounds,
    );
    return {
      comparisons: [compareToLimit(help, HELP), compareToLimit(result, FIRST_RESULT)],
      skipped: [],
    };
  },
};
