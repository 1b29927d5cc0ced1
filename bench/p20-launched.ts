import { type BatchRunner, createPool, DEFAULT_LIMITS } from '../harness/workers/index.js';
import { launchWorkers } from '../runs/launch/index.js';
import { createTimedSide, measureInterleaved } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { planBatches } from './p6/plain-processes.js';

const FLOOR = 0.95;
const TARGET = 0.99;

const WORKERS = 2;

/** P20: the overhead of launched workers, once they are running. */
export const p20Launched: Metric = {
  id: 'P20',
  title: 'throughput of two launched workers relative to two pool workers, on the same seeds',
  unit: 'tests/s',
  measure: async (rounds): Promise<Measurement> => {
    const batches = planBatches();
    const tests = batches.reduce((sum, batch) => sum + batch.tests.length, 0);
    const pool = createPool({ workers: WORKERS, limits: DEFAULT_LIMITS });
    const launched = launchWorkers({
      template: 'env {worker}',
      workers: WORKERS,
      limits: DEFAULT_LIMITS,
      needed: {},
    });
    const runAll = (runner: BatchRunner) => Promise.all(batches.map((batch) => runner.run(batch)));
    try {
      // Warm up both sides first.
      await Promise.all([runAll(pool), runAll(launched)]);
      const [launchedSide, poolSide] = await measureInterleaved(
        [
          createTimedSide(`${WORKERS} launched workers`, tests, () => runAll(launched)),
          createTimedSide(`${WORKERS} pool workers`, tests, () => runAll(pool)),
        ] as const,
        rounds,
      );
      return { comparisons: [compare(launchedSide, poolSide, FLOOR, TARGET)], skipped: [] };
    } finally {
      await Promise.all([pool.close(), launched.close()]);
    }
  },
};
