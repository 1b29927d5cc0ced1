import { type Metric, measureCpuTime, type Round } from './harness.js';
import { makeWorkload, runWorkload } from './workload.js';

const FLOOR = 300;
const TARGET = 1500;

/** Number of core-seconds in an eight-hour night on two cores. */
const CORE_SECONDS = 57_600;

/** The last figure of P6 (README.md): how efficiently a run's pool uses two cores. */
const POOL_EFFICIENCY = 0.859;

/** A dummy comparator with a rate of one million, so that ratios are in millions. */
const MILLION = { name: 'one million', round: () => ({ work: 1e6, seconds: 1 }) };

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
  setUp() {
    let workloadNumber = 0;
    const runNextWorkload = (): Round => {
      const run = measureCpuTime(() => runWorkload(makeWorkload(workloadNumber++)));
      return { work: run.value * CORE_SECONDS * POOL_EFFICIENCY, seconds: run.seconds };
    };
    while (workloadNumber < WARM_UP_WORKLOADS) runNextWorkload();
    const name = `two cores, all rounds, P6 ${POOL_EFFICIENCY}`;
    const subject = { name, isTotal: true, round: runNextWorkload } as const;
    return { pairs: [{ subject, comparator: MILLION, floor: FLOOR, aim: TARGET }] };
  },
};
