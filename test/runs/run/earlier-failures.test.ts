import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSeed } from '../../../harness/basics/seeds.js';
import { appendEvents } from '../../../harness/run-directory/event-log.js';
import { createManifest } from '../../../harness/run-directory/run-request.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { listEarlierFailures } from '../../../runs/run/earlier-failures.js';

const SELECTION = { suite: 'nightly', tests: null, chips: [], knobs: [], faults: [] };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the directory of a run on `day` that began by retrying `first`, and in which `failedTests` failed. */
function writeRun(
  day: string,
  failedTests: readonly string[],
  first: PlannedTest[] = [],
  suite = 'nightly',
): void {
  const directory = join(folder, `${suite}-${day}`);
  mkdirSync(directory);
  const request = {
    runId: day,
    suite,
    seed: readSeed(`0x${day.slice(-2)}`),
    overrides: NO_OVERRIDES,
    count: 9,
    workers: 1,
    outDir: directory,
    first,
    knownIssues: [],
    limits: DEFAULT_LIMITS,
  };
  writeFileSync(
    join(directory, 'manifest.json'),
    JSON.stringify({ ...createManifest(request), startedAt: day }),
  );
  const result = {
    hash: null,
    outcome: 'failed' as const,
    signature: 's',
    rule: 'ORD-02',
    waves: 1,
    summary: 'w',
  };
  appendEvents(
    join(directory, 'events.msgpack'),
    failedTests.map((test) => ({ event: 'failed', test, seed: `0xf${test.split('.')[1]}`, ...result })),
  );
}

describe('failures of earlier runs', () => {
  it('are listed newest run first, with the root seed they were generated from', () => {
    writeRun('2026-01-02', ['a.2']);
    writeRun('2026-01-01', ['a.1']);
    expect(listEarlierFailures(folder, SELECTION, ['a'])).toEqual([
      { sequence: 'a', index: 2, root: '0x2', seed: '0xf2' },
      { sequence: 'a', index: 1, root: '0x1', seed: '0xf1' },
    ]);
  });

  it('exclude failures in a directory with an unreadable log', () => {
    writeRun('2026-01-01', ['a.1']);
    writeRun('2026-01-02', ['a.2']);
    const log = join(folder, 'nightly-2026-01-02', 'events.msgpack');
    rmSync(log);
    mkdirSync(log);
    expect(listEarlierFailures(folder, SELECTION, ['a']).map(({ seed }) => seed)).toEqual(['0xf1']);
  });

  it('exclude tests of sequences that no longer exist', () => {
    writeRun('2026-01-01', ['a.1', 'renamed.2']);
    expect(listEarlierFailures(folder, SELECTION, ['a']).map(({ sequence }) => sequence)).toEqual(['a']);
  });

  it('are listed once, until they pass in a later run', () => {
    const retriedTests = [1, 2].map((index) => ({ sequence: 'a', index, root: '0x1', seed: `0xf${index}` }));
    writeRun('2026-01-01', ['a.1', 'a.2']);
    writeRun('2026-01-02', ['a.2'], retriedTests);
    expect(listEarlierFailures(folder, SELECTION, ['a']).map(({ seed }) => seed)).toEqual(['0xf2']);
  });

  it('come only from runs with the same selection, no matter what else the folder contains', () => {
    writeRun('2026-01-01', ['a.1'], [], 'soak');
    mkdirSync(join(folder, 'notes'));
    writeFileSync(join(folder, 'notes', 'manifest.json'), '{}');
    expect(listEarlierFailures(folder, SELECTION, ['a'])).toEqual([]);
    expect(listEarlierFailures(join(folder, 'missing'), SELECTION, ['a'])).toEqual([]);
  });
});
