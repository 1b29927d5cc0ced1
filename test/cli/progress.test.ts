import { afterEach, expect, it, vi } from 'vitest';
import { makeProgress } from '../../cli/progress.js';
import { runRequest } from '../../cli/run-options.js';
import { emptyCoverage } from '../../coverage/index.js';
import { Tally } from '../../regression/run/tally.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What progress says of a run in which nothing ends for this many seconds, where no terminal is. */
function said(seconds: number): string {
  vi.useFakeTimers();
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const began = performance.now();
  const slowest = () => ({ test: 'rmw_buffer.3', others: 0, seconds: (performance.now() - began) / 1000 });
  const request = runRequest('smoke', { count: 50 }, new Date(0));
  const progress = makeProgress();
  progress.start({ request, planned: 50, kept: 0, keptMs: 0, slowest, secondsLeft: () => undefined });
  progress.update(new Tally(), emptyCoverage());
  vi.advanceTimersByTime(seconds * 1000);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  return text;
}

it('goes on while nothing ends, and names the test that runs longest', () => {
  const lines = said(11).trimEnd().split('\n');
  expect(lines.slice(1).map((line) => /^0\/50 .* (\S+ running for \d+ s)$/.exec(line)?.[1])).toEqual([
    'rmw_buffer.3 running for 5 s',
    'rmw_buffer.3 running for 10 s',
  ]);
});
