import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConfig } from '../../../harness/extension/loaded-config.js';
import { raiseLimits } from '../../../harness/input/limits.js';
import { takeIdle } from '../../../harness/threads/index.js';
import { keepThreads, type Threads, takeThreads } from '../../../harness/workers/threads.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const HEAP_MB = 300;
const threadsInUse = new Set<Threads>();

/** Takes threads and terminates them after the test. */
function takeForTest(workers: number): Threads {
  const threads = takeThreads(workers, HEAP_MB);
  threadsInUse.add(threads);
  return threads;
}

afterEach(async () => {
  for (const threads of threadsInUse) await keepThreads(threads, false);
  threadsInUse.clear();
  await openConfig('none');
});

describe('worker threads', () => {
  it('are reused by the next run with the same number of workers', async () => {
    const first = takeForTest(1);
    await keepThreads(first, true);
    const other = takeForTest(2);
    expect(other).not.toBe(first);
    expect(takeForTest(1)).toBe(first);
    expect(takeForTest(1)).not.toBe(first);
  });

  it.each([
    ['a batch is still running in them', false, false],
    ['they have loaded user code', true, true],
  ])('are not reused if %s', async (_, isIdle, hasUserCode) => {
    const first = takeForTest(1);
    first.hasLoadedUserCode = hasUserCode;
    await keepThreads(first, isIdle);
    expect(takeForTest(1)).not.toBe(first);
  });

  it('are not reused by a run with a different configuration', async () => {
    const config = join(createTempFolder(), 'pops-tb.config.json');
    writeFileSync(config, '{}');
    const first = takeForTest(1);
    await keepThreads(first, true);
    await openConfig(config);
    expect(takeForTest(1)).not.toBe(first);
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
