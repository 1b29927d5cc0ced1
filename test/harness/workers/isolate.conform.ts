import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { allowSuiteFile } from '../../../harness/suite-files/opened-suites.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { runIsolated } from '../../../harness/workers/isolate.js';
import { type BatchRunner, createPool } from '../../../harness/workers/pool.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const WORKER = new URL('../support/unstable-worker.mjs', import.meta.url).href;
const SLOW_WORKER = new URL('../support/slow-worker.mjs', import.meta.url).href;
let pool: BatchRunner | undefined;
afterEach(() => pool?.close());

function makeBatch(...sequences: string[]): Batch {
  const tests = sequences.map((sequence, index) => ({ sequence, index, seed: '0x1' }));
  return { first: 100, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
}

async function run(batch: Batch, limitMs = 60_000, workerFile = WORKER): Promise<BatchResult[]> {
  pool = createPool({ workers: 2, workerFile, limits: { ms: limitMs, heapMb: 40 } });
  return runIsolated(pool, batch);
}

/** Each test's plan position, whether it passed, and its failure message. */
function getOutcomes(
  results: readonly BatchResult[],
): [position: number, passed: boolean, message: string][] {
  return results.flatMap(({ first, outcomes: column, failures }) =>
    Array.from(column, (outcome, row): [number, boolean, string] => [
      first + row,
      outcome === 0,
      failures[0]?.message ?? '',
    ]),
  );
}

describe('a test that crashes its worker', () => {
  it.each([
    ['exit', 'worker exited with code: 7', 60_000],
    ['throw', 'thrown on purpose', 60_000],
    ['hang', 'timeout: exceeded --test-time 5s', 5000],
    ['last-words', 'worker exited with code: 8\nOutput:\nI cannot go on', 60_000],
    ['memory', 'memory limit', 60_000],
  ])(
    'fails and reports the cause, without affecting the neighbouring tests: %s',
    async (kind, cause, limitMs) => {
      const [before, crashed, after] = getOutcomes(await run(makeBatch('good', kind, 'good'), limitMs));
      expect([before, after]).toEqual([
        [100, true, ''],
        [102, true, ''],
      ]);
      expect(crashed?.slice(0, 2)).toEqual([101, false]);
      expect(crashed?.[2]).toContain(cause);
    },
  );

  it('passes if it crashes only once, and the crash is recorded as an incident with its cause', async () => {
    const folder = createTempFolder();
    const batch = makeBatch('good', 'once');
    const markedTests = batch.tests.map((test) => ({ ...test, seed: join(folder, 'lost-once') }));
    const results = await run({ ...batch, tests: markedTests });
    expect(getOutcomes(results).map(([, passed]) => passed)).toEqual([true, true]);
    expect(results.flatMap(({ incidents = [] }) => incidents)).toEqual([
      { first: 100, tests: 2, cause: expect.stringContaining('worker exited with code: 5') },
    ]);
  });

  it('does not fail if its worker takes longer to start than the time limit for tests', async () => {
    const results = await run(makeBatch('good'), 2000, SLOW_WORKER);
    expect(getOutcomes(results)).toEqual([[100, true, '']]);
    expect(results.flatMap(({ incidents = [] }) => incidents)).toEqual([]);
  });

  it('crashes the worker before the batch finishes even if the cause is an unhandled rejection', async () => {
    const suite = join(createTempFolder(), 'rejecting.mjs');
    writeFileSync(
      suite,
      `const scenario = () => { Promise.reject(new Error('no one waits')); throw new Error('caught'); };
       export default { sequences: [{ name: 'rejecting', scenario }], tests: [{ sequence: 'rejecting' }], count: 1 };`,
    );
    const { hash: suiteHash } = allowSuiteFile(suite);
    pool = createPool({ workers: 1, limits: { ms: 60_000, heapMb: 512 } });
    await expect(pool.run({ ...makeBatch('rejecting'), suite, suiteHash })).rejects.toThrow('no one waits');
  });

  it('leaves all workers in the pool running', async () => {
    await run(makeBatch('exit', 'exit', 'exit', 'exit'));
    const results = await Promise.all([pool!.run(makeBatch('good')), pool!.run(makeBatch('good'))]);
    expect(results.map(({ failures }) => failures)).toEqual([[], []]);
  });
});
