import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { runAfter } from '../../../harness/basics/timer.js';
import { makeDurationParser } from '../../../harness/options/option-values.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { isRunEvent } from '../../../harness/run-directory/run-event.js';
import { decodeTask, encodeTask } from '../../../runs/batches/batch-codec.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../support/stored-run.js';

const folder = createTempFolder();
let runs = 0;

it.each(['597h', '99999999h', '0.1ms', '0s'])(
  "rejects the option value %s, which is outside a timer's range",
  async (time) => {
    expect(() => makeDurationParser('--test-time')(time)).toThrow(
      `Invalid --test-time "${time}": expected a time like 90s, 10m or 1h, from 1 ms to 576 h`,
    );
    const { code } = await callCli(['run', 'smoke', '--test-time', time]);
    expect(code).toBe(2);
  },
);

it("rounds durations to whole milliseconds, and accepts durations up to a timer's limit", () => {
  expect([makeDurationParser('--time')('576h'), makeDurationParser('--time')('1.4ms')]).toEqual([
    2_073_600_000, 1,
  ]);
  expect(makeDurationParser('--triage', true)('0s')).toBe(0);
  expect(() => runAfter(2 ** 31, () => undefined)).toThrow(/times must be validated before/);
});

const INVALID_FIELDS: readonly (readonly [field: string, value: unknown])[] = [
  ['testSeconds', 1e300],
  ['testSeconds', -1],
  ['testSeconds', 0],
  ['testHeapMb', -5],
  ['testHeapMb', 1e9],
  ['count', -3],
  ['workers', 0],
  ['workers', 1e6],
  ['timeSeconds', -1],
  ['maxFailures', 0],
  ['gainPercentMin', -1],
  ['shard', { index: 3, count: 2 }],
];

it.each(INVALID_FIELDS)('rejects a manifest with %s set to %j', async (field, value) => {
  const run = `run-${runs++}`;
  writeRun(folder, run, { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
  const file = join(folder, run, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [field]: value }));
  expect(() => openPastRun(join(folder, run))).toThrow(new RegExp(`manifest.*${field}`));
});

it('rejects a queue job with out-of-range limits', () => {
  const batch = {
    first: 0,
    tests: [],
    overrides: { chips: [], knobs: {}, faults: [] },
    suite: 'smoke',
    coverageRun: '',
  };
  for (const limits of [
    { ms: 1e12, heapMb: 64 },
    { ms: 0, heapMb: 64 },
    { ms: 1000, heapMb: 0 },
  ])
    expect(() => decodeTask(encodeTask({ batch, limits }))).toThrow(/limits/);
});

it('rejects negative, infinite and NaN amounts in a log record', () => {
  const endedEvent = { event: 'ended', tests: 1, by: 'count', seconds: 1, kept: 0, workers: 1 };
  expect(isRunEvent(endedEvent)).toBe(true);
  for (const field of ['tests', 'seconds', 'kept', 'workers'])
    for (const value of [-1, Number.POSITIVE_INFINITY, Number.NaN])
      expect(isRunEvent({ ...endedEvent, [field]: value }), `${field} ${value}`).toBe(false);
});

/** Folders whose code reads a run's output or a user's input. */
const READER_FOLDERS = [
  'harness/records',
  'harness/selection',
  'harness/run-directory',
  'harness/workers',
  'harness/suite-files',
  'runs/run',
  'runs/history',
];

it('bounds every number in a manifest, a log, a job or a list of tests', () => {
  const unboundedNumbers = READER_FOLDERS.flatMap((source) =>
    readdirSync(join(findPackageRoot(), source)).flatMap((file) => {
      const text = readFileSync(join(findPackageRoot(), source, file), 'utf8');
      return [...text.matchAll(/^.*z\.(?:number|int)\(\)(?!\s*\.(?:min|max|nonnegative|positive)).*$/gm)].map(
        ([line]) => `${source}/${file}: ${line.trim()}`,
      );
    }),
  );
  // Exceptions: 32-bit hashes, and a violation's place, which is only displayed.
  expect(
    unboundedNumbers.filter(
      (line) =>
        !/finding.*\b(?:const number =|pixel:|cycle:)|result-schema.*\b(?:id|pixel|cycle):|fingerprints/.test(
          line,
        ),
    ),
  ).toEqual([]);
});
