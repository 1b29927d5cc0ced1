import { type Metric, measureCpuTime, type Round, type Side } from './harness.js';
import { createThumbSide } from './p2-scalar.js';
import { makeWorkload, runWorkload } from './workload.js';

const FLOOR = 300;
const TARGET = 1500;

/** Number of core-seconds in an eight-hour night on two cores. */
const CORE_SECONDS = 57_600;

/** The last figure of P6 (README.md): how efficiently a run's pool uses two cores. */
const POOL_EFFICIENCY = 0.859;

/** Instructions per second of P2's comparator on the machine on which the goals were set. */
const REFERENCE_RATE = 64.8e6;

/**
 * Makes a comparator that counts as one million waves a night on the reference machine, and as many more as P2's
 * comparator is faster here, so that ratios are in millions and do not depend on the machine.
 */
function createMachineSide(): Side {
  const thumb = createThumbSide();
  return {
    name: `million on a machine with ${REFERENCE_RATE / 1e6} M instructions/s of rp2040js`,
    round: async () => {
      const { work, seconds } = await thumb.round();
      return { work: (work / REFERENCE_RATE) * 1e6, seconds };
    },
  };
}

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
    return { pairs: [{ subject, comparator: createMachineSide(), floor: FLOOR, aim: TARGET }] };
  },
};
