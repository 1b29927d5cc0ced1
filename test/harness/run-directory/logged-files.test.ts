import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { readFailure } from '../../../failures/stored/stored-failure.js';
import { appendEvents } from '../../../harness/run-directory/event-log.js';
import {
  findChangedFiles,
  getMissingHashNote,
  logHashes,
  writeAndLogHash,
} from '../../../harness/run-directory/logged-files.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { mergeRuns } from '../../../runs/run/merge-runs.js';
import { RunStore } from '../../../runs/run/run-store.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../support/stored-run.js';

const folder = createTempFolder();
const SIGNATURE = 'ORD-06 spi gfx10.3 rmw_buffer';
const TEST = 'rmw_buffer.1';
const FAILURE_FOLDER = join('failures', 'ORD-06_spi_gfx10.3_rmw_buffer', TEST);
let runs = 0;
let run: string;
const file = (name: string): string => join(run, FAILURE_FOLDER, name);

/** Writes a run with one test that passed and one stored failure. */
beforeEach(() => {
  const name = `run-${runs++}`;
  run = join(folder, name);
  writeRun(folder, name, { day: 1, tests: 1, failures: {}, end: 'interrupted', seconds: 1 });
  const store = RunStore.reopen(openPastRun(run), () => undefined);
  const failure = {
    test: { sequence: 'rmw_buffer', index: 1, seed: '0x1' },
    outcome: 'failed' as const,
    signature: SIGNATURE,
    rule: 'ORD-06',
    waves: 1,
    summary: 'seen',
    violations: [],
    scenario: Buffer.from('a scenario'),
  };
  const result = { ...makeEmptyResult(1), outcomes: Uint8Array.of(1), chips: Uint8Array.of(0) };
  const columns = { waves: Uint32Array.of(1), cycles: Float64Array.of(1), instructions: Float64Array.of(1) };
  store.add({ ...result, ...columns, failures: [failure], prints: [] }, () => 'line', 1);
  store.finish(
    { event: 'ended', tests: 2, by: 'interrupted', seconds: 1, kept: 0, workers: 1 },
    createEmptyCoverage(),
  );
});

const listChanged = (directory: string): readonly string[] =>
  findChangedFiles(directory).map((change) => change.file);

describe("a run's log", () => {
  it.each(['violations.json', 'scenario.msgpack'])('detects an extra byte in %s', (name) => {
    expect(findChangedFiles(run)).toEqual([]);
    appendFileSync(file(name), '\n');
    expect(listChanged(run)).toEqual([file(name)]);
    const found = readFailure(run, SIGNATURE, TEST);
    expect(name === 'violations.json' ? found : found?.scenario).toBeUndefined();
  });

  it('hashes files written later, even if they are rewritten, or if the process crashes between logging the hash and writing the file', () => {
    writeAndLogHash(file('shrunk.json'), '{}');
    writeAndLogHash(file('shrunk.json'), '[]');
    logHashes(run, { [`${FAILURE_FOLDER}/shrunk.json`]: '0'.repeat(64) });
    expect(findChangedFiles(run)).toEqual([]);
    writeFileSync(file('shrunk.json'), '{ }');
    expect(listChanged(run)).toEqual([file('shrunk.json')]);
    rmSync(file('shrunk.json'));
    expect(findChangedFiles(run)).toEqual([]);
  });

  it('hashes files written later, even after the run is resumed', () => {
    writeAndLogHash(file('shrunk.json'), '{}');
    RunStore.reopen(openPastRun(run), () => undefined);
    appendFileSync(file('shrunk.json'), ' ');
    expect(listChanged(run)).toEqual([file('shrunk.json')]);
    expect(openPastRun(run).tests).toBe(2);
  });

  it('hashes files copied into a merged run', () => {
    writeAndLogHash(file('why.json'), '{}');
    writeFileSync(file('violations.json'), '{"violations": []}');
    const mergedRun = join(folder, `merged-${runs}`);
    mergeRuns([run], mergedRun);
    expect(listChanged(mergedRun)).toEqual([join(mergedRun, FAILURE_FOLDER, 'violations.json')]);
    writeFileSync(join(mergedRun, FAILURE_FOLDER, 'why.json'), '');
    expect(listChanged(mergedRun)).toHaveLength(2);
  });
});

it('notes that a log from an earlier version has no hashes', () => {
  expect(getMissingHashNote(run)).toBeUndefined();
  const name = `earlier-${runs}`;
  writeRun(folder, name, { day: 1, tests: 1, failures: { [SIGNATURE]: 1 }, end: 'count', seconds: 1 });
  const oldRun = join(folder, name);
  mkdirSync(join(oldRun, FAILURE_FOLDER), { recursive: true });
  writeFileSync(join(oldRun, FAILURE_FOLDER, 'violations.json'), '{"violations": []}');
  expect(readFailure(oldRun, SIGNATURE, TEST)).toMatchObject({ violations: [] });
  expect(getMissingHashNote(oldRun)).toBe(
    `The log of ${oldRun} was written by an earlier version and has no file hashes: its files are read without verification`,
  );
});

it('does not read files outside a run, even if the log names them', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret');
  const log = join(run, 'events.msgpack');
  const hash = '0'.repeat(64);
  const names = ['../secret', secret, 'failures/../../secret', 'failures/a/../secret', '..', '__proto__'];
  appendEvents(log, [{ event: 'files', hashes: Object.fromEntries(names.map((name) => [name, hash])) }]);
  expect(findChangedFiles(run)).toEqual([]);
  expect(openPastRun(run).tests).toBe(2);
});
