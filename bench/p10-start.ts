import { measureInterleaved, type SideResult } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { firstResultSeconds, helpSeconds } from './p10/starts.js';

/** Seconds. */
const HELP = { floor: 0.3, aim: 0.15 };
const FIRST_RESULT = { floor: 1.5, aim: 0.6 };

/** P10: how long a user waits for `--help`, and for the result of the first test. */
export const p10Start: Metric = {
  id: 'P10',
  title: 'starts a second, over one in the time that is allowed',
  unit: 'starts/s',
  measure: async (rounds): Promise<Measurement> => {
    const [help, result] = await measureInterleaved(
      [
        { name: 'pops-tb --help', round: async () => ({ work: 1, seconds: await helpSeconds() }) },
        { name: 'first result', round: async () => ({ work: 1, seconds: await firstResultSeconds() }) },
      ] as const,
      rounds,
    );
    return {
      comparisons: [
        compare(help, once(HELP.floor), 1, HELP.floor / HELP.aim),
        compare(result, once(FIRST_RESULT.floor), 1, FIRST_RESULT.floor / FIRST_RESULT.aim),
      ],
      skipped: [],
    };
  },
};

function once(seconds: number): SideResult {
  return { name: `one in ${seconds} s`, rates: [1 / seconds], bestRate: 1 / seconds };
}
