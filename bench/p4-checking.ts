import { measureInterleaved, type Round, timed } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { makeWorkload, runWorkload } from './workload.js';

const FLOOR = 0.5;
const AIM = 0.7;

/** P4: tests a second with all scoreboards and coverage, over the same tests without. */
export const p4Checking: Metric = {
  id: 'P4',
  title: 'a test with all scoreboards and coverage beside one without',
  unit: 'tests/s',
  measure: async (rounds): Promise<Measurement> => {
    const scenarios = makeWorkload();
    const round = (depth: 'run' | 'cover') => (): Round => {
      const { value, seconds } = timed(() => runWorkload(scenarios, depth));
      return { work: value.tests, seconds };
    };
    const [checked, bare] = await measureInterleaved(
      [
        { name: 'checked and covered', round: round('cover') },
        { name: 'bare', round: round('run') },
      ] as const,
      rounds,
    );
    return { comparisons: [compare(checked, bare, FLOOR, AIM)], skipped: [] };
  },
};
