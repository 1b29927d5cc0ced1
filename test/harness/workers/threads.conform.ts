import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConfig } from '../../../harness/extension/loaded-config.js';
import { raiseLimits } from '../../../harness/input/limits.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { takeIdle } from '../../../harness/threads/index.js';
import type { Batch } from '../../../harness/workers/batch-result.js';
import { createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

/** A batch of one test, which fails at once because its sequence is unknown. */
const BATCH: Batch = {
  first: 0,
  tests: [{ sequence: 'unknown', index: 0, seed: '0x1' }],
  overrides: NO_OVERRIDES,
  suite: 'smoke',
  coverageRun: 'test',
};

/** Terminates the idle threads. Returns whether there were enough for this many tasks at once. */
async function takeForTest(threads: number): Promise<boolean> {
  const idle = takeIdle(threads);
  await idle?.pool.destroy();
  return idle !== undefined;
}

beforeEach(() => takeForTest(0));

describe('worker threads', () => {
  it('are left for the next run with at most as many workers', async () => {
    const pool = createPool({ workers: 1, limits: DEFAULT_LIMITS });
    await pool.run(BATCH);
    await pool.close();
    expect(await takeForTest(2)).toBe(false);
    expect(await takeForTest(1)).toBe(true);
    expect(await takeForTest(1)).toBe(false);
  });

  it('are terminated if a batch is still running in them', async () => {
    const pool = createPool({ workers: 1, limits: DEFAULT_LIMITS });
    const running = expect(pool.run(BATCH)).rejects.toThrow();
    await Promise.resolve();
    await pool.close();
    await running;
    expect(await takeForTest(1)).toBe(false);
  });

  it('are terminated if they may have loaded user code', async () => {
    const pool = createPool({ workers: 1, limits: DEFAULT_LIMITS });
    await expect(pool.run({ ...BATCH, configHash: 'a' })).rejects.toThrow('a configuration with hash a');
    await pool.close();
    expect(await takeForTest(1)).toBe(false);
  });

  it('are not used by a run with a configuration', async () => {
    await createPool({ workers: 1, limits: DEFAULT_LIMITS }).close();
    const config = join(createTempFolder(), 'pops-tb.config.json');
    writeFileSync(config, '{}');
    await openConfig(config);
    onTestFinished(async () => {
      await openConfig('none');
    });
    await createPool({ workers: 1, limits: DEFAULT_LIMITS }).close();
    await openConfig('none');
    expect(await takeForTest(1)).toBe(true);
  });
});

describe('replay threads', () => {
  const suite = join(createTempFolder(), 'mine.json');
  writeFileSync(suite, JSON.stringify({ count: 1, tests: [{ sequence: 'empty_section' }] }));

  it.each([
    ['are left for the next command', 'smoke', true],
    ['are terminated if they loaded a suite file', suite, false],
  ])('%s', async (_, name, staysIdle) => {
    // Every command sets its input limits, and threads inherit them. Idle threads are reused only under the same
    // limits.
    raiseLimits(1);
    expect((await callCli(['replay', `${name}:empty_section@0x1`])).code).toBe(0);
    const idle = takeIdle(1);
    expect(idle !== undefined).toBe(staysIdle);
    await idle?.pool.destroy();
  });
});
