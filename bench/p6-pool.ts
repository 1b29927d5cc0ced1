import { createPool, DEFAULT_LIMITS } from '../harness/workers/index.js';
import { createTimedSide, measureInterleaved } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { type Batches, PlainProcesses, planBatches } from './p6/plain-processes.js';

const FLOOR = 0.85;
const TARGET = 0.97;

const WORKERS = 2;

/** P6: how efficiently a run's pool uses two cores. */
export const p6Pool: Metric = {
  id: 'P6',
  title: 'two pool workers over two plain processes at once, on the same seeds',
  unit: 'tests/s',
  measure: async (rounds): Promise<Measurement> => {
    const batches = planBatches();
    const tests = batches.reduce((sum, batch) => sum + batch.tests.length, 0);
    const pool = createPool({ workers: WORKERS, limits: DEFAULT_LIMITS });
    const baseline = await PlainProcesses.start(WORKERS);
    const runInPool = (plan: Batches) => Promise.all(plan.map((batch) => pool.run(batch)));
    try {
      // Warm up both sides first.
      await Promise.all([runInPool(batches), baseline.run(batches)]);
      const [poolResult, processResult] = await measureInterleaved(
        [
          createTimedSide(`${WORKERS} pool workers`, tests, () => runInPool(batches)),
          createTimedSide(`${WORKERS} plain processes`, tests, () => baseline.run(batches)),
        ] as const,
        rounds,
      );
      return { comparisons: [compare(poolResult, processResult, FLOOR, TARGET)], skipped: [] };
    } finally {
      await pool.close();
      baseline.stop();
    }
  },
};
