import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { raiseLimits } from '../../../base/input/limits.js';
import { openConfig } from '../../../harness/extension/opened-config.js';
import { takeIdle } from '../../../harness/threads/index.js';
import { leaveThreads, type Threads, takeThreads } from '../../../harness/workers/threads.js';
import { callCli } from '../../cli/support/call-cli.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';

const HEAP_MB = 300;
const threadsInUse = new Set<Threads>();

/** Threads that end with their test. */
function takeForTest(workers: number): Threads {
  const threads = takeThreads(workers, HEAP_MB);
  threadsInUse.add(threads);
  return threads;
}

afterEach(async () => {
  for (const threads of threadsInUse) await leaveThreads(threads, false);
  threadsInUse.clear();
  await openConfig('none');
});

describe('worker threads', () => {
  it('of a finished run serve the next one with the same number', async () => {
    const first = takeForTest(1);
    await leaveThreads(first, true);
    const other = takeForTest(2);
    expect(other).not.toBe(first);
    expect(takeForTest(1)).toBe(first);
    expect(takeForTest(1)).not.toBe(first);
  });

  it.each([
    ['a batch still runs in them', false, false],
    ["a user's code is in them", true, true],
  ])('serve no other run where %s', async (_, isIdle, haveCodeOfUser) => {
    const first = takeForTest(1);
    first.haveCodeOfUser = haveCodeOfUser;
    await leaveThreads(first, isIdle);
    expect(takeForTest(1)).not.toBe(first);
  });

  it('serve no run with a configuration other than the one they started with', async () => {
    const config = join(temporaryFolder(), 'pops-tb.config.json');
    writeFileSync(config, '{}');
    const first = takeForTest(1);
    await leaveThreads(first, true);
    await openConfig(config);
    expect(takeForTest(1)).not.toBe(first);
  });
});

describe('threads of a replay', () => {
  const suite = join(temporaryFolder(), 'mine.json');
  writeFileSync(suite, JSON.stringify({ count: 1, tests: [{ sequence: 'empty_section' }] }));

  it.each([
    ['serve the next command', 'smoke', true],
    ['end with it if they loaded a suite file', suite, false],
  ])('%s', async (_, name, isLeft) => {
    // Every command sets the limits of its input, which its threads inherit: idle ones serve only commands with the same.
    raiseLimits(1);
    expect((await callCli(['replay', `${name}:empty_section@0x1`])).code).toBe(0);
    const left = takeIdle(1);
    expect(left !== undefined).toBe(isLeft);
    await left?.pool.destroy();
  });
});
