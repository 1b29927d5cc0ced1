import { measureInterleaved, type SideResult, timedByProcessor } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { makeWorkload, runWorkload } from './workload.js';

const FLOOR = 300;
const AIM = 1500;

/** Seconds of a night of eight hours on two cores. */
const CORE_SECONDS = 57_600;

/** What two workers reach together over twice what one reaches: P6, taken as 1 where it has not been measured. */
const POOL_EFFICIENCY = 1;

/** A ratio to it counts in millions of waves. */
const MILLION: SideResult = { name: 'a million', rates: [1e6], bestRate: 1e6 };

/** P9: waves of the mixed corpus, generated, checked and covered, that two cores run in a night of eight hours. No round repeats a test. */
export const p9Nightly: Metric = {
  id: 'P9',
  title: 'waves a night of eight hours on two cores, checked and covered',
  unit: 'waves/night',
  measure: async (rounds): Promise<Measurement> => {
    let edition = 0;
    const [core] = await measureInterleaved(
      [
        {
          name: 'one core',
          round: () => {
            const { value, seconds } = timedByProcessor(() => runWorkload(makeWorkload(edition++), 'cover'));
            return { work: value.waves, seconds };
          },
        },
      ] as const,
      rounds,
    );
    return { comparisons: [compare(nightOf(core), MILLION, FLOOR, AIM)], skipped: [] };
  },
};

function nightOf({ rates, bestRate }: SideResult): SideResult {
  const night = (rate: number): number => rate * CORE_SECONDS * POOL_EFFICIENCY;
  return { name: `two cores, P6 ${POOL_EFFICIENCY}`, rates: rates.map(night), bestRate: night(bestRate) };
}
