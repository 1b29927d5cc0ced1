import { vi } from 'vitest';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { Tally } from '../../../harness/run-directory/tally.js';
import { makeProgress } from '../../../runs/command/progress.js';
import { createRunRequest } from '../../../runs/command/run-options.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns the progress that a run prints to a non-terminal if no test finishes for `seconds`. */
function captureProgress(seconds: number, tallies: readonly Tally[] = [new Tally()]): string {
  vi.useFakeTimers();
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const startedAt = vi.getMockedSystemTime()!.getTime();
  const slowest = () => ({
    test: 'rmw_buffer.3',
    others: 0,
    seconds: (vi.getMockedSystemTime()!.getTime() - startedAt) / 1000,
  });
  const request = createRunRequest('smoke', { count: 50 }, new Date(0));
  const progress = makeProgress();
  progress.start({ request, planned: 50, kept: 0, keptMs: 0, slowest });
  for (const tally of tallies) progress.update(tally, createEmptyCoverage());
  vi.advanceTimersByTime(seconds * 1000);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  return text;
}

/** Returns the first progress line of a run with the given options. */
function getHeadline(options: Parameters<typeof createRunRequest>[1], kept = 0): string {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const request = createRunRequest('nightly', { seed: '0x1', workers: 2, out: 'r', ...options }, new Date(0));
  const progress = makeProgress();
  const slowest = () => undefined;
  progress.start({ request, planned: request.count, kept, keptMs: 0, slowest });
  progress.stop();
  return text;
}

it('starts by printing what will end the run', () => {
  expect(getHeadline({ until: 0.1 })).toBe(
    'nightly: until saturated (0.1% of the bins per hour), seed 0x1, 2 workers, r\n',
  );
  expect(getHeadline({ until: 1, count: 2000, time: 60_000 })).toMatch(
    /^nightly: 2,000 tests or 60 s or until saturated \(1% of the bins per hour\), seed/,
  );
  expect(getHeadline({ time: 60_000 }, 1500)).toMatch(/^nightly: 60 s, 1,500 already done, seed/);
});

it('keeps printing progress while no test finishes, and names the longest-running test', () => {
  const lines = captureProgress(11).trimEnd().split('\n');
  expect(lines.slice(1).map((line) => /^0\/50 .* (\S+ running for \d+ s)$/.exec(line)?.[1])).toEqual([
    'rmw_buffer.3 running for 5 s',
    'rmw_buffer.3 running for 10 s',
  ]);
});

it('tells the time left at the pace so far, once a twentieth of the tests have finished', () => {
  const makeTallyOf = (tests: number): Tally => Object.assign(new Tally(), { tests, passed: tests });
  expect(captureProgress(6, [makeTallyOf(2)])).not.toContain('left');
  // Five tests in five seconds leave 45 of 50.
  expect(captureProgress(6, [makeTallyOf(5)])).toContain(' · 45 s left');
});

/** Creates a tally with one bucket per cause. */
function makeTally(...causes: readonly string[]): Tally {
  const tally = new Tally();
  for (const [index, fired] of causes.entries()) {
    const signature = `${fired.split(', ', 1)[0]} gfx9 p${index}`;
    const smallest = { test: 'a.0', repro: 'line', waves: 2 };
    const bucket = {
      signature,
      rule: signature.split(' ', 1)[0]!,
      first: `p${index}.0`,
      repro: 'line',
      smallest,
    };
    tally.buckets.set(signature, { ...bucket, count: 1, examples: [], causes: new Map([[fired, 1]]) });
  }
  return tally;
}

it('groups failures as the report does, and shows each group once, even if more buckets join it later', () => {
  const [first, second, third] = ['ORD-05 db', 'ORD-04 db, ORD-03 memory', 'RACE-01 program'] as const;
  const lines = captureProgress(6, [
    makeTally(first),
    makeTally(first, second),
    makeTally(first, second, third),
  ]).split('\n');
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
    'failed: ORD-05 db, in p0.0',
    'failed: RACE-01 program, in p2.0',
  ]);
  expect(lines.at(-2)).toContain('(2 groups)');
});

it('gives runs that start in the same second different ids', () => {
  const ids = ['a', 'b'].map(() => createRunRequest('smoke', { count: 1 }, new Date(0)).runId);
  expect(ids[0]).toMatch(/^smoke-\d{8}-\d{6}-[0-9a-f]{6}$/);
  expect(ids[0]).not.toBe(ids[1]);
});
