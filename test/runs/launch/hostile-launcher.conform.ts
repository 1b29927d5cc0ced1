import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoteShellWord } from '../../../harness/basics/printed-text.js';
import { deriveTestSeed } from '../../../harness/basics/seeds.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { type BatchRunner, createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { launchWorkers } from '../../../runs/launch/launch-runner.js';
import type { LaunchTimes } from '../../../runs/launch/worker-slots.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { until } from '../../support/until.js';

const LAUNCHER = fileURLToPath(new URL('support/hostile-launcher.mjs', import.meta.url));
const BATCH_COUNT = 4;
/** Ten times a worker's heartbeat interval, since a busy machine delays some heartbeats. */
const LEASE_MS = 20_000;
const SEQUENCE = 'empty_section';
const FAULT = 'F46' as const;
const folder = createTempFolder();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A batch of two tests, some of which fail with the fault. */
function makeBatch(position: number): Batch {
  const tests = [0, 1].map((offset) => {
    const index = 2 * position + offset;
    return { sequence: SEQUENCE, index, seed: deriveTestSeed({ high: 0, low: 7 }, SEQUENCE, index) };
  });
  const overrides = { ...NO_OVERRIDES, chips: ['navi21' as const], faults: [FAULT] };
  return { first: 2 * position, tests, overrides, suite: 'smoke', coverageRun: 'test' };
}

/** Returns the fields of a result that do not depend on which process produced it. */
function getReproducibleFields({ testMs: _, held: __, ...others }: BatchResult): object {
  return others;
}

const BATCHES = Array.from({ length: BATCH_COUNT }, (_, position) => makeBatch(position));

function runBatches(runner: BatchRunner): Promise<BatchResult[]> {
  return Promise.all(BATCHES.map((batch) => runner.run(batch)));
}

async function collectResults(runner: BatchRunner): Promise<object[]> {
  return (await runBatches(runner)).map(getReproducibleFields);
}

/**
 * Starts two workers through the launcher with the given fault. Also returns the run's notes and a function that
 * counts launcher starts.
 */
function startRunner(fault: string, times: Partial<LaunchTimes> = {}) {
  const startsFolder = join(folder, `${fault} starts`);
  mkdirSync(startsFolder);
  const notes: string[] = [];
  const launcher = [process.execPath, LAUNCHER, fault, startsFolder].map(quoteShellWord).join(' ');
  const runner = launchWorkers({
    template: `${launcher} {worker}`,
    workers: 2,
    limits: DEFAULT_LIMITS,
    needed: {},
    times,
    onNote: (line) => notes.push(line),
  });
  cleanups.push(() => runner.close());
  return { runner, notes, starts: () => readdirSync(startsFolder).length };
}

const pool = createPool({ workers: 1, limits: DEFAULT_LIMITS });
/** The results of the same batches without a launcher. */
const localRun = runBatches(pool);
const localResults = localRun.then((all) => all.map(getReproducibleFields));
afterAll(() => pool.close());

describe('a launcher', () => {
  it('does not change results by printing, or by delaying, duplicating or reordering frames', async () => {
    const { runner, notes, starts } = startRunner('noisy');
    expect(await collectResults(runner)).toEqual(await localResults);
    expect(notes).toEqual([]);
    expect(starts()).toBe(2);
  });

  it('loses workers, but no results, when it corrupts, drops and truncates answers', async () => {
    const { runner, notes, starts } = startRunner('faulty', { lease: LEASE_MS });
    const reasons = [
      /sent a corrupt frame/,
      /returned a result that does not match its batch/,
      /ended with exit code/,
      /reported nothing about its tests for 20 s/,
    ];
    // How many batches each worker gets depends on the machine, so this repeats until every fault has occurred.
    while (!reasons.every((reason) => notes.some((note) => reason.test(note))))
      expect(await collectResults(runner)).toEqual(await localResults);
    expect(notes[0]).toContain('; its tests are rerun on another worker');
    // Every lost worker is replaced, the last one only after a pause.
    await until(() => starts() >= 2 + reasons.length);
  });
});
