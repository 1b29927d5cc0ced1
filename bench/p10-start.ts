import { measureInterleaved } from './harness.js';
import { compareToLimit, type Measurement, type Metric } from './metric.js';
import { measureFirstResult, measureHelp } from './p10/starts.js';

/** Maximum and target times, in seconds. */
const HELP = { max: 0.3, target: 0.15 };
const FIRST_RESULT = { max: 1.5, target: 0.6 };

/** P10: time from start to the output of `--help`, and to the first test result. */
export const p10Start: Metric = {
  id: 'P10',
  title: 'start rate, relative to the required rate',
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
