import { measureCpuTime, measureInterleaved, type Round, type SideResult } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { readStoredRatio } from './results.js';
import { makeWorkload, runWorkload } from './workload.js';

const FLOOR = 300;
const TARGET = 1500;

/** Number of core-seconds in an eight-hour night on two cores. */
const CORE_SECONDS = 57_600;

/** A dummy comparator with a rate of one million, so that ratios are in millions. */
const MILLION: SideResult = { name: 'one million', rates: [1e6], bestRate: 1e6 };

/** Number of warm-up workloads, enough for V8 to compile what a nightly run compiles in its first minute. */
const WARM_UP_WORKLOADS = 2;

/**
 * P9: waves of the mixed corpus that two cores can generate, check and sample for coverage in eight hours. Every round
 * has different tests, and a night has both fast and slow ones, so the result is taken over all rounds rather
 * than from the best one.
 */
export const p9Nightly: Metric = {
  id: 'P9',
  title: 'waves a night of eight hours on two cores, checked and covered',
  unit: 'waves/night',
  measure: async (rounds): Promise<Measurement> => {
    let workloadNumber = 0;
    let waves = 0;
    let seconds = 0;
    const runNextWorkload = (): Round => {
      const run = measureCpuTime(() => runWorkload(makeWorkload(workloadNumber++), 'cover'));
      return { work: run.value.waves, seconds: run.seconds };
    };
    while (workloadNumber < WARM_UP_WORKLOADS) runNextWorkload();
    const round = (): Round => {
      const run = runNextWorkload();
      waves += run.work;
      seconds += run.seconds;
      return run;
    };
    const [core] = await measureInterleaved([{ name: 'one core', round }] as const, rounds);
    const allRounds = { ...core, bestRate: waves / seconds };
    return {
      comparisons: [compare(extrapolateNight(allRounds, readStoredRatio('P6')), MILLION, FLOOR, TARGET)],
      skipped: [],
    };
  },
};

/** Extrapolates the rates of one core to a night on two cores with the given pool efficiency. */
function extrapolateNight({ rates, bestRate }: SideResult, poolEfficiency: number): SideResult {
  const toNight = (rate: number): number => rate * CORE_SECONDS * Math.min(poolEfficiency, 1);
  const name = `two cores, all rounds, P6 ${poolEfficiency.toFixed(2)}`;
  return { name, rates: rates.map(toNight), bestRate: toNight(bestRate) };
}
