import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { findChangedFiles, writeAndLogHash } from '../../../harness/run-directory/logged-files.js';
import { openPastRun, reportOnRun } from '../../../harness/run-directory/past-run.js';
import { createManifest, restoreRequest } from '../../../harness/run-directory/run-request.js';
import { type BatchResult, makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { combineRuns } from '../../../runs/history/history.js';
import { openHistory } from '../../../runs/history/index-runs.js';
import { writeRunFiles } from '../../../runs/report/run-reports.js';
import { mergeRuns } from '../../../runs/run/merge-runs.js';
import { RunStore } from '../../../runs/run/run-store.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';
import { dieAtWrite, dieAtWriteAsync } from '../../support/dying-writes.js';

const folder = createTempFolder();
const SIGNATURE = 'ORD-06 spi gfx10.3 rmw_buffer';
writeRun(folder, 'plan', { day: 1, tests: 3, failures: {}, end: 'count', seconds: 1 });
const manifest = { ...openPastRun(join(folder, 'plan')).manifest, count: 3 };

/** Creates the result of a batch with a single failed test. */
function createFailedBatch(index: number): BatchResult {
  return {
    ...makeEmptyResult(index),
    outcomes: Uint8Array.of(1),
    chips: Uint8Array.of(0),
    waves: Uint32Array.of(1),
    cycles: Float64Array.of(1),
    instructions: Float64Array.of(1),
    failures: [
      {
        test: { sequence: 'rmw_buffer', index, seed: `0x${index}` },
        outcome: 'failed',
        signature: SIGNATURE,
        rule: 'ORD-06',
        waves: 1,
        summary: 'seen',
        violations: [],
        scenario: Buffer.from(`scenario ${index}`),
      },
    ],
  };
}

/** Adds the results that are not in the directory yet, and ends the run. */
function runToEnd(directory: string): void {
  const past = existsSync(join(directory, 'manifest.json')) ? openPastRun(directory) : undefined;
  const store =
    past === undefined ? RunStore.create(directory, manifest) : RunStore.reopen(past, () => undefined);
  for (let index = past?.tests ?? 0; index < 3; index++)
    store.add(createFailedBatch(index), () => 'line', index);
  store.finish(
    { event: 'ended', tests: 3, by: 'count', seconds: 1, kept: 0, workers: 1 },
    createEmptyCoverage(),
  );
  store.release();
}

/**
 * Runs `action` for n = 1, 2, …, each time in a new directory and in a process that dies at its n-th write, until
 * it survives. Returns the n at which it survived.
 */
function killAtEachWrite(
  name: string,
  action: (directory: string) => unknown,
  check: (directory: string) => void,
): number {
  for (let n = 1; ; n++) {
    const directory = join(folder, `${name}-${n}`);
    const survived = dieAtWrite(n, () => {
      action(directory);
      return true;
    });
    // Taking over the lock of a dead process is tested elsewhere.
    rmSync(join(directory, 'run.lock'), { force: true });
    check(directory);
    if (survived === true) return n;
  }
}

const summarise = (directory: string): object => {
  const { tally, end } = reportOnRun(directory);
  return { tests: tally.tests, failed: tally.failed, end, buckets: [...tally.buckets.keys()] };
};
const COMPLETE_RUN = { tests: 3, failed: 3, end: 'count', buckets: [SIGNATURE] };

it('a run that dies during any write can be resumed with the same result as an uninterrupted run', () => {
  const deaths = killAtEachWrite('run', runToEnd, (directory) => {
    runToEnd(directory);
    expect(summarise(directory)).toEqual(COMPLETE_RUN);
    expect(findChangedFiles(directory)).toEqual([]);
  });
  expect(deaths).toBeGreaterThan(20);
});

it('a merge that dies during any write leaves nothing, an incomplete run, or the complete run', () => {
  const shards = [1, 2].map((index) => {
    const shardFolder = join(folder, `part-${index}`);
    const request = { ...restoreRequest(manifest, shardFolder, 1), shard: { index, count: 2 } };
    const store = RunStore.create(shardFolder, { ...createManifest(request), startedAt: manifest.startedAt });
    for (const test of index === 1 ? [0, 2] : [1]) store.add(createFailedBatch(test), () => 'line', 1);
    store.finish(
      { event: 'ended', tests: 1, by: 'count', seconds: 1, kept: 0, workers: 1 },
      createEmptyCoverage(),
    );
    store.release();
    return shardFolder;
  });
  const deaths = killAtEachWrite(
    'merged',
    (directory) => mergeRuns(shards, directory),
    (directory) => {
      if (!existsSync(join(directory, 'events.msgpack'))) return;
      const { tests, end } =
        reportOnRun(directory).tally.tests === 3 ? COMPLETE_RUN : { tests: 0, end: 'interrupted' };
      expect(summarise(directory)).toMatchObject(tests === 3 ? { tests } : { end });
      expect(findChangedFiles(directory)).toEqual([]);
    },
  );
  expect(deaths).toBeGreaterThan(10);
});

it('a history whose writer dies during any write is rebuilt', () => {
  const runs = join(folder, 'runs');
  for (const day of [1, 2])
    writeRun(runs, `day-${day}`, { day, tests: 3, failures: { [SIGNATURE]: 5 }, end: 'count', seconds: 1 });
  const history = join(runs, 'history.jsonl');
  const fullHistory = combineRuns(openHistory(runs));
  rmSync(history);
  killAtEachWrite(
    'history',
    () => openHistory(runs),
    () => {
      expect(combineRuns(openHistory(runs))).toEqual(fullHistory);
      rmSync(history);
    },
  );
});

it('a minimised scenario is never reported as modified if its writer dies during any write', () => {
  const run = join(folder, 'shrinking');
  runToEnd(run);
  const file = join(run, 'failures', 'ORD-06_spi_gfx10.3_rmw_buffer', 'rmw_buffer.1', 'shrunk.json');
  let size = 0;
  writeAndLogHash(file, '{}');
  killAtEachWrite(
    'shrunk',
    () => writeAndLogHash(file, `{"size": ${size++}}`),
    () => expect(findChangedFiles(run)).toEqual([]),
  );
});

it('a report whose writer dies during any write loses nothing, and the next report completes it', async () => {
  const [run, uninterrupted] = [join(folder, 'reported'), join(folder, 'uninterrupted')];
  runToEnd(run);
  cpSync(run, uninterrupted, { recursive: true });
  await writeRunFiles(reportOnRun(uninterrupted));
  let [survived, deaths] = [false, 0];
  // Each report starts with the files that the previous one wrote.
  while (!survived) {
    const report = reportOnRun(run);
    const written = await dieAtWriteAsync(deaths + 1, async () => {
      await writeRunFiles(report);
      return true;
    });
    survived = written === true;
    if (!survived) deaths++;
    expect(summarise(run)).toEqual(COMPLETE_RUN);
    expect(findChangedFiles(run)).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(10);
  const listFiles = (directory: string): string[] =>
    (readdirSync(directory, { recursive: true }) as string[]).sort();
  expect(listFiles(run)).toEqual(listFiles(uninterrupted));
});
