import { copyFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../harness/run-directory/run-event.js';
import { callCli } from './support/call-cli.js';
import { getFinishedTests, readRunEvents, runAndHold } from './support/held-run.js';
import { createTempFolder } from './support/run-cli.js';
import { changeManifest, getComparableResult } from './support/run-files.js';

const folder = createTempFolder();
const COUNT = 12;
/** The number of tests in a run before it is extended to `COUNT` tests. */
const INITIAL_COUNT = 4;
// Use a single sequence and chip to keep the number of buckets small; rendering a failure for each bucket takes longer
// than running the tests.
const FEW_BUCKETS = ['--test', 'empty_section', '--chip', 'navi21'];
const TESTS = [
  ...'--seed 0xd15c --count'.split(' '),
  `${COUNT}`,
  ...'--fault F46 --max-failures 1000'.split(' '),
  ...FEW_BUCKETS,
];
const FULL_RUN = join(folder, 'full');
let fullRun: { readonly stdout: string; readonly result: object };

beforeAll(async () => {
  const { stdout } = await callCli(['run', ...TESTS, '--workers', '1', '--json', '--out', FULL_RUN]);
  fullRun = { stdout, result: getComparableResult(stdout, FULL_RUN) };
});

/** Returns the positions of the finished tests in log order. */
function readFinishedTests(out: string): number[] {
  return getFinishedTests(readRunEvents(out));
}

/** Kills a command with SIGKILL once the run's log contains `tests` tests. */
async function killAt(tests: number, args: readonly string[], out: string): Promise<void> {
  const hasEnough = (events: readonly RunEvent[]): boolean => getFinishedTests(events).length >= tests;
  // Runs in the same folder as the other runs, since the repro lines depend on it.
  await runAndHold(args, process.cwd(), out, hasEnough, (kill) => kill('SIGKILL'));
}

describe('a killed run', () => {
  it('gives the same results as an uninterrupted run, however often it is resumed, and repeats no test', async () => {
    const out = join(folder, 'killed');
    await killAt(1, ['run', ...TESTS, '--out', out], out);
    await killAt(4, ['run', '--resume', out], out);
    await killAt(8, ['run', '--resume', out, '--workers', '1'], out);
    const finishedCount = readFinishedTests(out).length;
    const { stdout } = await callCli(['run', '--resume', out, '--workers', '1', '--json']);
    expect(getComparableResult(stdout, out)).toEqual(fullRun.result);
    expect(JSON.parse(stdout).resumed).toEqual({ kept: finishedCount, ran: COUNT - finishedCount });
    expect(readFinishedTests(out)).toEqual(Array.from({ length: COUNT }, (_, position) => position));
  });
});

describe('resuming', () => {
  it('a finished run prints the same document byte for byte', async () => {
    const log = readFileSync(join(FULL_RUN, 'events.msgpack'));
    const { code, stdout } = await callCli(['run', '--resume', FULL_RUN, '--json']);
    expect(stdout).toBe(fullRun.stdout);
    expect(code).toBe(1);
    expect(readFileSync(join(FULL_RUN, 'events.msgpack'))).toEqual(log);
  });

  it('with a higher count produces the same results as a run with that count', async () => {
    const out = join(folder, 'extended');
    const fewTests = TESTS.map((word) => (word === `${COUNT}` ? `${INITIAL_COUNT}` : word));
    await callCli(['run', ...fewTests, '--workers', '1', '--json', '--out', out]);
    const extendedArgs = ['run', '--resume', out, '--count', `${COUNT}`, '--workers', '1', '--json'];
    const { stdout } = await callCli(extendedArgs);
    // The extended run still has traces of failures that were the smallest before it was extended.
    const result = { ...getComparableResult(stdout, out), failures: null };
    expect(result).toEqual({ ...fullRun.result, failures: null });
    expect(JSON.parse(stdout).resumed).toEqual({ kept: INITIAL_COUNT, ran: COUNT - INITIAL_COUNT });
  });

  it('is rejected if the run was made by a different version', async () => {
    const out = join(folder, 'other-code');
    mkdirSync(out);
    for (const file of ['manifest.json', 'events.msgpack'])
      copyFileSync(join(FULL_RUN, file), join(out, file));
    truncateSync(join(out, 'events.msgpack'), 100);
    changeManifest(out, { version: '0.0.1', commit: null });
    const { code, stderr } = await callCli(['run', '--resume', out]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/it was made by version 0\.0\.1, code [0-9a-f]{16}, but this is/);
  });
});

describe('extending a run', () => {
  it.each([
    [['--count', '1'], /^Invalid --count 1: the run already has 12 tests; give a larger count\n$/],
    [['--time', '1ms'], /^Invalid --time: the run has already taken \d+\.\d s; give a longer time\n$/],
  ])('rejects %j, since the run is already longer', async (options, message) => {
    const { code, stderr } = await callCli(['run', '--resume', FULL_RUN, ...options]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
