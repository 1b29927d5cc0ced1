import { readSeed } from '../../../harness/basics/seeds.js';
import { TestCosts } from '../../../harness/records/test-costs.js';
import { planTests } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Batch } from '../../../harness/workers/batch-result.js';
import { runIsolated } from '../../../harness/workers/isolate.js';
import { RerunChecker } from '../../../harness/workers/second-runs.js';
import { LaunchRunner } from '../../../runs/launch/launch-runner.js';
import type { WorkerListener } from '../../../runs/launch/pending-work.js';
import type { LaunchOptions } from '../../../runs/launch/worker-slots.js';
import { getLaunchedSizing } from '../../../runs/run/cut-plan.js';
import { drive } from '../../../runs/run/drive.js';
import { UsageError } from '../../../transactions/usage-error.js';
import { makeConstantSequence } from '../../harness/support/sequences.js';
import { type Behaviour, SimulatedWorkers } from './support/simulated-workers.js';
import { VirtualClock } from './support/virtual-clock.js';

/** Creates a generator of random numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const GOOD: Behaviour = {
  startMs: 5000,
  latencyMs: 100,
  failedStart: 0,
  loss: 0,
  repeatedAnswer: 0,
  wrongAnswer: 0,
  // Half of the tests take a tenth as long as the others.
  costMs: (seed) => (BigInt(seed) % 2n === 0n ? 2000 : 20_000) / 1.1,
};

/**
 * Runs a plan on simulated workers. Returns the results, the workers' utilisation (0 to 1), the number of deaths,
 * and the elapsed time.
 */
async function simulate(
  workers: number,
  count: number,
  behaviour: Behaviour,
  seed: number,
  timeMs = Number.POSITIVE_INFINITY,
) {
  const clock = new VirtualClock();
  const simulated = new SimulatedWorkers(clock, behaviour, createRandom(seed));
  const runner = new LaunchRunner({ workers, launch: simulated.launch, after: clock.after });
  const rerunChecker = new RerunChecker(() => runner);
  const run = async (): Promise<number[]> => {
    const delivered: number[] = [];
    const results = drive({
      plan: planTests(readSeed('0x1'), [makeConstantSequence('alpha')]),
      first: 0,
      count,
      inFlight: workers + 2,
      sizing: getLaunchedSizing(workers, () => Math.max(0, timeMs - clock.now)),
      costs: new TestCosts({ alpha: 10_000 }),
      makeBatch: (first, tests): Batch => ({
        ...{ first, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' },
      }),
      run: async (batch) => rerunChecker.compare(batch, await runIsolated(runner, batch)),
      shouldStop: () => clock.now > timeMs,
    });
    for await (const { result } of results) for (const cycles of result.cycles) delivered.push(cycles);
    return delivered;
  };
  const results = await clock.until(run());
  await runner.close();
  return {
    results,
    utilisation: simulated.usedMs / (workers * clock.now),
    deaths: simulated.deaths,
    ms: clock.now,
  };
}

/** Returns the results that a run must deliver, no matter what happens to its workers. */
function getExpectedResults(count: number): number[] {
  const plan = planTests(readSeed('0x1'), [makeConstantSequence('alpha')]);
  return Array.from({ length: count }, () => Number(plan.next().value.seed));
}

describe('launched workers under a virtual clock', () => {
  const COUNT = 30_000;

  it('deliver every result exactly once, in order, and stay over 95% busy even when many workers are lost', async () => {
    const behaviour = { ...GOOD, failedStart: 0.02, loss: 0.003, repeatedAnswer: 0.05, wrongAnswer: 0.001 };
    const { results, utilisation, deaths } = await simulate(250, COUNT, behaviour, 1);
    expect(results).toEqual(getExpectedResults(COUNT));
    expect(deaths).toBeGreaterThan(20);
    expect(utilisation).toBeGreaterThan(0.95);
  });

  it.each([2, 3, 4])(
    'deliver every result exactly once and in order even if there are few and they keep getting lost (seed %i)',
    async (seed) => {
      const behaviour = {
        ...GOOD,
        startMs: 30_000,
        failedStart: 0.1,
        loss: 0.2,
        repeatedAnswer: 0.3,
        wrongAnswer: 0.1,
      };
      const { results, deaths } = await simulate(7, 1000, behaviour, seed);
      expect(results).toEqual(getExpectedResults(1000));
      expect(deaths).toBeGreaterThan(20);
    },
  );
});

describe('launched workers with a time limit under a virtual clock', () => {
  it('stop soon after the limit by running ever shorter batches, and stay busy until then', async () => {
    const timeMs = 600_000;
    const quick = { ...GOOD, costMs: (test: string) => (BigInt(test) % 2n === 0n ? 50 : 500) };
    const { results, utilisation, ms } = await simulate(20, 1_000_000, quick, 5, timeMs);
    expect(results).toEqual(getExpectedResults(results.length));
    // Time for one test, its rerun, and the messages for both.
    expect(ms - timeMs).toBeLessThan(2000);
    expect(utilisation).toBeGreaterThan(0.93);
  });
});

/** A runner whose only worker is controlled by the test. */
function createScriptedRunner(options: Partial<LaunchOptions> = {}) {
  const clock = new VirtualClock();
  const listeners: WorkerListener[] = [];
  const taskNumbers: number[] = [];
  const notes: string[] = [];
  const runner = new LaunchRunner({
    workers: 1,
    after: clock.after,
    onNote: (line) => notes.push(line),
    launch: (listener) => {
      listeners.push(listener);
      return { assign: (number) => taskNumbers.push(number), end: async () => undefined };
    },
    ...options,
  });
  const workers = new SimulatedWorkers(clock, GOOD, () => 0);
  return { clock, listeners, taskNumbers, notes, runner, result: workers.createResult(BATCH) };
}

const TEST = { sequence: 'alpha', index: 0, seed: '0x5' };
const BATCH: Batch = {
  ...{ first: 0, tests: [TEST], overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' },
};

describe('launched workers', () => {
  it('rerun a test on a different worker if one is ready', async () => {
    const { clock, listeners, taskNumbers, runner, result } = createScriptedRunner({ workers: 2 });
    for (const { onReady } of listeners) onReady();
    const digests = [{ row: 0, digest: 'a' }];
    const runOn = async (worker: number, batch: Batch): Promise<void> => {
      const pending = runner.run(batch);
      clock.after(1, () =>
        listeners[worker]!.onAnswer(taskNumbers.at(-1)!, { result: { ...result, digests } }),
      );
      await clock.until(pending);
    };
    await runOn(0, BATCH);
    await runOn(1, { ...BATCH, again: true });
    await runOn(0, BATCH);
    listeners[1]!.onExit('ended');
    await runOn(0, { ...BATCH, again: true });
  });

  it('are rejected before the first test, with the reason, if incompatible with the run', async () => {
    const { clock, listeners, taskNumbers, runner } = createScriptedRunner();
    const result = runner.run(BATCH);
    listeners[0]!.onMismatch('runs version 0.0.9 but the run uses version 0.1.0');
    await expect(clock.until(result)).rejects.toThrow(
      new UsageError('Cannot use a --launch worker: it runs version 0.0.9 but the run uses version 0.1.0'),
    );
    expect(taskNumbers).toEqual([]);
  });

  it('stop the run with a one-line error if none starts, without retrying forever', async () => {
    const { clock, listeners, runner } = createScriptedRunner();
    const result = runner.run(BATCH);
    clock.after(1, () => listeners[0]!.onExit('ended with exit code 255'));
    clock.after(10, () => listeners[1]!.onExit('ended with exit code 255'));
    clock.after(10_000, () => listeners[2]!.onExit('ended with exit code 255'));
    await expect(clock.until(result)).rejects.toThrow(
      'Cannot start a worker with --launch: it ended with exit code 255',
    );
    expect(runner.closed).toBe(true);
  });

  it('keep the run waiting, with a note, until one has started', async () => {
    const { clock, listeners, taskNumbers, notes, runner, result } = createScriptedRunner();
    const pending = runner.run(BATCH);
    clock.after(3_600_000, () => listeners[0]!.onReady());
    clock.after(3_600_001, () => listeners[0]!.onAnswer(taskNumbers[0]!, { result }));
    expect(await clock.until(pending)).toBe(result);
    expect(notes).toEqual(['Waiting for --launch workers: none has started yet']);
  });

  it('have a batch reassigned if they stop reporting on it, even if they still report on another', async () => {
    const { clock, listeners, taskNumbers, notes, runner, result } = createScriptedRunner({
      times: { lease: 1000 },
    });
    const pending = runner.run(BATCH);
    listeners[0]!.onReady();
    clock.after(900, () => listeners[0]!.onAlive(taskNumbers[0]!));
    clock.after(1800, () => listeners[0]!.onAlive(taskNumbers[0]! + 1));
    clock.after(1950, () => listeners[1]!.onReady());
    clock.after(2000, () =>
      listeners[0]!.onAnswer(taskNumbers[1]!, { problem: 'an answer from a lost worker' }),
    );
    clock.after(2100, () =>
      listeners[1]!.onAnswer(taskNumbers[0]!, { problem: 'an answer to an earlier task number' }),
    );
    clock.after(2200, () => listeners[1]!.onAnswer(taskNumbers[1]!, { result }));
    expect(await clock.until(pending)).toBe(result);
    expect(taskNumbers).toHaveLength(2);
    expect(notes).toEqual([
      'Lost a --launch worker: it reported nothing about its tests for 1 s; its tests are rerun on another worker',
    ]);
  });

  it('are lost if they only report, or never start, for longer than their limits', async () => {
    const reporting = createScriptedRunner({ times: { lease: 1000, answer: 5000 } });
    const pending = reporting.runner.run(BATCH);
    reporting.listeners[0]!.onReady();
    for (let ms = 900; ms < 6000; ms += 900)
      reporting.clock.after(ms, () => reporting.listeners[0]!.onAlive(reporting.taskNumbers[0]!));
    reporting.clock.after(5100, () => reporting.listeners[1]!.onReady());
    reporting.clock.after(5200, () =>
      reporting.listeners[1]!.onAnswer(reporting.taskNumbers[1]!, { result: reporting.result }),
    );
    expect(await reporting.clock.until(pending)).toBe(reporting.result);
    expect(reporting.notes).toEqual([
      'Lost a --launch worker: it did not finish its tests within 5 s; its tests are rerun on another worker',
    ]);
    const silent = createScriptedRunner({ times: { start: 60_000 } });
    await expect(silent.clock.until(silent.runner.run(BATCH))).rejects.toThrow(
      'Cannot start a worker with --launch: it did not start within 60 s',
    );
    expect(silent.runner.closed).toBe(true);
  });

  it('give up on a batch after it has killed ten workers, but not because of wrong answers', async () => {
    const dying = createScriptedRunner({
      launch: (listener) => {
        queueMicrotask(listener.onReady);
        return { assign: () => queueMicrotask(() => listener.onExit('died')), end: async () => undefined };
      },
    });
    await expect(dying.clock.until(dying.runner.run(BATCH))).rejects.toThrow('The worker died');
    expect(dying.runner.closed).toBe(false);
    const lying = createScriptedRunner({
      launch: (listener) => {
        queueMicrotask(listener.onReady);
        const lie = (number: number): void => listener.onAnswer(number, { problem: 'a lie' });
        return { assign: (number) => queueMicrotask(() => lie(number)), end: async () => undefined };
      },
    });
    await expect(lying.clock.until(lying.runner.run(BATCH))).rejects.toThrow(
      'Lost the --launch workers: the last one returned a lie; use "run --resume" to continue the run later',
    );
    expect(lying.runner.closed).toBe(true);
  });

  it("reject a batch with the thread's error if its thread was lost, and continue", async () => {
    const { clock, listeners, taskNumbers, runner, result } = createScriptedRunner();
    const failing = runner.run(BATCH);
    listeners[0]!.onReady();
    clock.after(1, () =>
      listeners[0]!.onAnswer(taskNumbers[0]!, { lost: { name: 'RangeError', message: 'over' } }),
    );
    await expect(clock.until(failing)).rejects.toMatchObject({ name: 'RangeError', message: 'over' });
    const pending = runner.run(BATCH);
    clock.after(1, () => listeners[0]!.onAnswer(taskNumbers[1]!, { result }));
    expect(await clock.until(pending)).toBe(result);
  });

  it('have five seconds to finish their tests after an interrupt, and are not replaced', async () => {
    const interrupt = new AbortController();
    const { clock, listeners, taskNumbers, runner } = createScriptedRunner({ signal: interrupt.signal });
    const pending = runner.run(BATCH);
    listeners[0]!.onReady();
    clock.after(100, () => interrupt.abort());
    clock.after(4000, () => listeners[0]!.onAlive(taskNumbers[0]!));
    await expect(clock.until(pending)).rejects.toThrow('did not finish its tests within 5 s');
    expect(clock.now).toBe(5100);
    expect([runner.closed, listeners.length]).toEqual([true, 1]);
  });
});
