import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { InfrastructureError } from '../../../harness/basics/errors.js';
import { RUN_FILES } from '../../../harness/basics/run-files.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import type { Failure } from '../../../harness/one-test/one-test.js';
import { makeOutDirectory } from '../../../harness/output/out-directory.js';
import { readEvents } from '../../../harness/run-directory/event-log.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { createManifest } from '../../../harness/run-directory/run-request.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { type BatchResult, makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { RunStore } from '../../../runs/run/run-store.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
let count = 0;
let directory: string;
let store: RunStore;

beforeEach(() => {
  directory = join(folder, `run-${count++}`);
  const request = {
    runId: 'run',
    suite: 'smoke',
    seed: readSeed('0x1'),
    overrides: NO_OVERRIDES,
    count: 1,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: 1,
    outDir: directory,
  };
  store = RunStore.create(directory, createManifest(request));
  return store.release;
});

const FAILURE: Failure = {
  test: { sequence: 'rmw_buffer', index: 0, seed: '0x1' },
  outcome: 'failed',
  signature: 'ORD-01 db',
  rule: 'ORD-01',
  waves: 1,
  summary: 'seen',
  violations: [],
};

function createAddCall(result: BatchResult): () => void {
  return () => store.add(result, () => 'pops-tb replay', 0);
}

/** Creates the error for a write that fails for the given reason. */
function createWriteError(reason: string): InfrastructureError {
  return new InfrastructureError(
    `Cannot write to "${directory}": ${reason}; fix that, then continue with "run --resume ${directory}"`,
  );
}

describe('an unwritable run directory', () => {
  it('is named in the error if the disk is full', () => {
    rmSync(join(directory, RUN_FILES.log));
    symlinkSync('/dev/full', join(directory, RUN_FILES.log));
    expect(createAddCall(makeEmptyResult(0))).toThrow(createWriteError('the disk is full'));
  });

  it('is named in the error if its log cannot be written', () => {
    rmSync(join(directory, RUN_FILES.log));
    mkdirSync(join(directory, RUN_FILES.log));
    expect(createAddCall(makeEmptyResult(0))).toThrow(createWriteError('it is a directory'));
  });

  it('is named in the error if it no longer exists, and is not recreated', () => {
    renameSync(directory, `${directory}.moved`);
    expect(createAddCall({ ...makeEmptyResult(0), failures: [FAILURE] })).toThrow(
      createWriteError('no such file or directory'),
    );
    expect(existsSync(directory)).toBe(false);
    expect(store.release).not.toThrow();
    renameSync(`${directory}.moved`, directory);
    expect(createAddCall(makeEmptyResult(0))).not.toThrow();
  });

  it('is named in the error if failures cannot be stored, without logging the batch whose failures are lost', () => {
    writeFileSync(join(directory, 'failures'), '');
    expect(createAddCall({ ...makeEmptyResult(0), failures: [FAILURE] })).toThrow(
      createWriteError('part of its path is not a directory'),
    );
    expect(readEvents(join(directory, RUN_FILES.log)).map(({ event }) => event)).toEqual([
      'started',
      'files',
    ]);
  });

  it('causes an infrastructure error if coverage cannot be written at the end', () => {
    writeFileSync(join(directory, 'coverage'), '');
    const endEvent = {
      event: 'ended',
      tests: 0,
      by: 'count',
      seconds: 0,
      coordinatorSeconds: 0,
      kept: 0,
      workers: 1,
    } as const;
    expect(() => store.finish(endEvent, createEmptyCoverage())).toThrow(InfrastructureError);
  });
});

it('rejects a path that not even root can write to', () => {
  expect(() => makeOutDirectory('/sys/nope')).toThrow(
    /^Invalid --out "\/sys\/nope": cannot create a directory in \/sys \((permission denied|read-only file system)\)/,
  );
});

it('has no reports and no coverage of an earlier end once it is resumed', () => {
  const ended = { event: 'ended', tests: 0, by: 'count', seconds: 1, kept: 0, workers: 1 } as const;
  store.finish(ended, createEmptyCoverage());
  for (const name of ['report.md', 'index.html', 'junit.xml', 'results.json'])
    writeFileSync(join(directory, name), 'PASS');
  RunStore.reopen(openPastRun(directory), store.release);
  expect(readdirSync(directory).sort()).toEqual(['events.msgpack', 'manifest.json', 'run.lock']);
});
