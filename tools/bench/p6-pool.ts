import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readSeed } from '../../harness/basics/index.js';
import { findSuite, NO_OVERRIDES, planTests, selectSequences } from '../../harness/selection/index.js';
import { type Batch, type BatchRunner, createPool, DEFAULT_LIMITS } from '../../harness/workers/index.js';
import { launchWorkers } from '../../runs/launch/index.js';
import { createTimedSide, type Metric, type Side } from './harness.js';

const WORKERS = 2;
const SEED = '0xbe4c6';
const BATCHES = 24;
/** About a quarter of a second of work, as in a real run. */
const TESTS_PER_BATCH = 16;

/** P6: how efficiently a run's pool uses two cores. */
export const p6Pool: Metric = {
  id: 'P6',
  title: 'two pool workers over two plain processes at once, on the same seeds',
  unit: 'tests/s',
  setUp: async () => {
    const batches = planBatches();
    const pool = createPool({ workers: WORKERS, limits: DEFAULT_LIMITS });
    const processes = await startProcesses();
    const subject = await createWarmSide('pool workers', () => runAll(pool, batches));
    const comparator = await createWarmSide('plain processes', () => runInProcesses(processes, batches));
    return {
      pairs: [{ subject, comparator, floor: 0.85, aim: 0.97 }],
      close: async () => {
        await pool.close();
        for (const child of processes) child.kill();
      },
    };
  },
};

/** P20: the overhead of launched workers, once they are running. */
export const p20Launched: Metric = {
  id: 'P20',
  title: 'throughput of two launched workers relative to two pool workers, on the same seeds',
  unit: 'tests/s',
  setUp: async () => {
    const batches = planBatches();
    const shared = { workers: WORKERS, limits: DEFAULT_LIMITS };
    const pool = createPool(shared);
    const launched = launchWorkers({ ...shared, template: 'env {worker}', needed: {} });
    const subject = await createWarmSide('launched workers', () => runAll(launched, batches));
    const comparator = await createWarmSide('pool workers', () => runAll(pool, batches));
    return {
      pairs: [{ subject, comparator, floor: 0.95, aim: 0.99 }],
      close: () => Promise.all([pool.close(), launched.close()]),
    };
  },
};

/** Returns the first tests of `smoke` for a fixed seed, split into batches in the same way as in a run. */
function planBatches(): readonly Batch[] {
  const plan = planTests(readSeed(SEED), selectSequences(findSuite('smoke'), undefined, NO_OVERRIDES));
  return Array.from({ length: BATCHES }, (_, index) => ({
    first: index * TESTS_PER_BATCH,
    tests: Array.from({ length: TESTS_PER_BATCH }, () => plan.next().value),
    overrides: NO_OVERRIDES,
    suite: 'smoke',
    coverageRun: 'bench',
  }));
}

/** Creates a side that runs all batches, and runs it once so that both sides start warm. */
async function createWarmSide(name: string, run: () => Promise<unknown>): Promise<Side> {
  await run();
  return createTimedSide(`${WORKERS} ${name}`, BATCHES * TESTS_PER_BATCH, run);
}

function runAll(runner: BatchRunner, batches: readonly Batch[]): Promise<unknown> {
  return Promise.all(batches.map((batch) => runner.run(batch)));
}

/** Starts processes that run tests sequentially and report no results. */
async function startProcesses(): Promise<readonly ChildProcess[]> {
  const file = fileURLToPath(new URL('./plain-process.js', import.meta.url));
  const children = Array.from({ length: WORKERS }, () => fork(file));
  await Promise.all(children.map((child) => once(child, 'message')));
  return children;
}

/** Runs every batch once. Each of n processes runs every nth batch. */
async function runInProcesses(children: readonly ChildProcess[], batches: readonly Batch[]): Promise<void> {
  await Promise.all(
    children.map(async (child, index) => {
      child.send(batches.filter((_, batch) => batch % children.length === index));
      await once(child, 'message');
    }),
  );
}
