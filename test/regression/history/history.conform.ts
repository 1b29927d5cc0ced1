import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { storedEntry } from '../../../regression/history/history-run.js';
import { openHistory, readHistory } from '../../../regression/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../support/stored-run.js';

const folder = temporaryFolder();
const database = join(folder, 'history.duckdb');

async function historyOf(place = folder, last = 100) {
  const { file, skipped } = await openHistory(place, join(place, 'history.duckdb'));
  try {
    return await readHistory(file, last, skipped);
  } finally {
    file.close();
  }
}

beforeAll(() => {
  const facts = { tests: 10, end: 'count', seconds: 5 } as const;
  writeRun(folder, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7, 'ORD-02 stays': 9 } });
  writeRun(folder, 'b', { ...facts, day: 2, failures: { 'ORD-02 stays': 3 }, seconds: 10 });
  writeRun(folder, 'c', { ...facts, day: 3, failures: { 'ORD-02 stays': 4, 'ORD-03 fresh': 5 } });
  writeRun(folder, 'other', { ...facts, day: 4, failures: {}, glob: 'rmw*' });
});

describe('the history of a folder', () => {
  it('holds each run with its figures and those of the run before with the same selection', async () => {
    const { runs } = await historyOf();
    expect(runs.map(({ directory, selection, passRate }) => [directory, selection, passRate])).toEqual([
      ['a', 'smoke', 80],
      ['b', 'smoke', 90],
      ['c', 'smoke', 80],
      ['other', 'smoke --test rmw*', 100],
    ]);
    expect(runs.map(({ before }) => before)).toEqual([
      null,
      { passRate: 80, coverage: 0, testsPerSecond: 2 },
      { passRate: 90, coverage: 0, testsPerSecond: 1 },
      null,
    ]);
  });

  it('shows the newest runs only where this many are asked for', async () => {
    expect((await historyOf(folder, 2)).runs.map(({ directory }) => directory)).toEqual(['c', 'other']);
  });

  it('sets the newest run of a selection beside the mean of those before', async () => {
    expect((await historyOf()).trends).toEqual([
      {
        selection: 'smoke',
        runs: 2,
        newest: { passRate: 80, coverage: 0, testsPerSecond: 2 },
        mean: { passRate: 85, coverage: 0, testsPerSecond: 1.5 },
      },
    ]);
  });

  it('says which buckets are new, open and fixed, when each was seen first and last, and its smallest test', async () => {
    const { buckets } = await historyOf();
    expect(buckets).toMatchObject([
      { state: 'new', signature: 'ORD-03 fresh', runs: 1, oldest: { runId: 'c' }, newest: { runId: 'c' } },
      {
        state: 'open',
        signature: 'ORD-02 stays',
        rule: 'ORD-02',
        runs: 3,
        tests: 3,
        waves: 3,
        oldest: { runId: 'a', startedAt: '2026-11-01T03:00:00.000Z' },
        newest: { runId: 'c' },
        repro: "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x3'",
      },
      { state: 'fixed', signature: 'ORD-01 old', runs: 1, newest: { runId: 'a' } },
    ]);
  });

  it('folds the buckets of one cause, and has a line for a bug that shows only beside another one', async () => {
    const place = join(folder, 'groups');
    const [both, other] = ['RACE-01 program gfx9 a', 'RACE-01 program gfx11 b'];
    const fired = { [both]: ['RACE-01 program', 'LAUNCH-01 spi'], [other]: ['RACE-01 program'] };
    const facts = { tests: 9, end: 'count', seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, day: 1, failures: { [other]: 5 }, fired });
    writeRun(place, 'b', { ...facts, day: 2, failures: { [both]: 3, [other]: 4 }, fired });
    const pair = { cause: 'RACE-01', other: 'LAUNCH-01', signature: both, test: 'rmw_buffer.0' };
    writeFileSync(join(place, 'b', 'triage.json'), JSON.stringify({ separations: [pair] }));
    const { groups, buckets } = await historyOf(place);
    expect(groups).toMatchObject([
      { state: 'new', signature: 'LAUNCH-01 spi', rule: 'LAUNCH-01', runs: 1, tests: 1 },
      { state: 'open', signature: 'RACE-01 program', runs: 2, tests: 3, waves: 3 },
    ]);
    expect(buckets.map(({ signature, state }) => [signature, state])).toEqual([
      ['LAUNCH-01 spi beside RACE-01', 'new'],
      [both, 'new'],
      [other, 'open'],
    ]);
  });

  it('keeps a run as it was when its new rows cannot be written, and takes others after that', async () => {
    const place = join(folder, 'whole');
    writeRun(place, 'a', { day: 1, tests: 9, end: 'count', seconds: 1, failures: { 'ORD-01 old': 7 } });
    const { file } = await openHistory(place, join(place, 'history.duckdb'));
    try {
      const entry = storedEntry(place, 'a');
      const [sight] = entry.sights;
      const wrong = { ...sight!, waves: 'many' as unknown as number };
      await expect(file.put({ ...entry, sights: [wrong] })).rejects.toThrow();
      expect((await readHistory(file, 9, [])).groups).toMatchObject([{ signature: 'ORD-01 old', waves: 7 }]);
      await file.put({ run: { ...entry.run, directory: 'b' }, sights: [] });
      expect((await readHistory(file, 9, [])).runs).toHaveLength(2);
    } finally {
      file.close();
    }
  });

  it('calls nothing fixed for a later run that was cut short or was smaller', async () => {
    const place = join(folder, 'short');
    mkdirSync(place);
    const facts = { tests: 10, end: 'count', seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7 } });
    writeRun(place, 'b', { ...facts, day: 2, failures: {}, end: 'interrupted' });
    writeRun(place, 'c', { ...facts, day: 3, failures: {}, tests: 9 });
    expect((await historyOf(place)).buckets).toMatchObject([{ state: 'open' }]);
  });

  it('takes a run anew that has grown, and leaves out what is no run of this version', async () => {
    const place = join(folder, 'grown');
    mkdirSync(place);
    const facts = { day: 1, failures: {}, seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, tests: 4, end: 'interrupted' });
    expect((await historyOf(place)).runs).toMatchObject([{ tests: 4, endedBy: 'interrupted' }]);
    rmSync(join(place, 'a'), { recursive: true });
    writeRun(place, 'a', { ...facts, tests: 40, end: 'count' });
    writeRun(place, 'b', { ...facts, tests: 4, end: 'count' });
    writeFileSync(join(place, 'b', 'manifest.json'), '{"tool": "other"}');
    const { runs, skipped } = await historyOf(place);
    expect(runs).toMatchObject([{ tests: 40, endedBy: 'count' }]);
    expect(skipped).toMatchObject([{ directory: 'b', reason: expect.stringContaining('Invalid manifest') }]);
  });
});

describe('the command', () => {
  it('makes a damaged database again from the run directories, and says before how', async () => {
    const whole = await callCli(['history', folder, '--json']);
    writeFileSync(database, 'no database at all');
    const damaged = await callCli(['history', folder]);
    expect(damaged.code).toBe(4);
    expect(damaged.stderr).toMatch(
      /^Cannot use history ".*": .*"history --rebuild" rebuilds it from the run directories\n$/,
    );
    const rebuilt = await callCli(['history', folder, '--rebuild', '--json']);
    expect(rebuilt).toEqual({ code: 0, stdout: whole.stdout, stderr: '' });
  });

  it.each([
    ['a file of another program', 'notes.json', 'it is not a DuckDB database'],
    ['a folder', 'a', 'it is not a file'],
    ['a file in a folder that is not there', 'no/such.duckdb', 'no such folder'],
  ])('takes %s for no database, and leaves it alone', async (_, name, reason) => {
    writeFileSync(join(folder, 'notes.json'), '[{"mine": 1}]');
    for (const rebuild of [[], ['--rebuild']]) {
      const { code, stderr } = await callCli(['history', folder, '--db', join(folder, name), ...rebuild]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${name}": ${reason}`)]);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(readFileSync(join(folder, 'notes.json'), 'utf8')).toBe('[{"mine": 1}]');
  });

  it('prints runs, trend and failure groups with the line that reproduces each', async () => {
    const { stdout } = await callCli(['history', folder]);
    expect(stdout).toMatch(/^2026-11-02 03:00 {2}b .* 90\.0 % {2}\+10\.0/m);
    expect(stdout).toMatch(/^trend {2}smoke: 80\.0 % passed/m);
    expect(stdout).toMatch(/^new {4}ORD-03 fresh {2}1 test of smoke, seen in c\n +npx .* replay 'smoke:/m);
  });

  it('names where a bucket was seen as the rows of runs do, whatever id the run has', async () => {
    const place = join(folder, 'renamed');
    writeRun(place, 'its-id', { tests: 10, end: 'count', seconds: 5, day: 1, failures: { 'ORD-01 old': 7 } });
    renameSync(join(place, 'its-id'), join(place, 'its-name'));
    const { stdout } = await callCli(['history', place]);
    expect(stdout).toMatch(/^2026-11-01 03:00 {2}its-name /m);
    expect(stdout).toMatch(/^open {3}ORD-01 old .*, seen in its-name$/m);
  });

  it('names a folder that does not exist', async () => {
    const { code, stderr } = await callCli(['history', 'nowhere']);
    expect([code, stderr]).toEqual([
      2,
      'No runs in "nowhere": no such folder; expected a folder of run directories\n',
    ]);
  });
});

describe('a run beside a history', () => {
  const part = join(folder, 'a');
  /** `merge` ends as `run` does, and needs no worker. */
  const merge = (out: string) => callCli(['merge', part, '--out', out]);

  /** A folder of no runs yet with a history. */
  async function placeWithHistory(name: string): Promise<string> {
    const place = join(folder, name);
    mkdirSync(place);
    await historyOf(place);
    return place;
  }

  it('is no failure when the database is in use, and is added by the next look at it', async () => {
    const place = await placeWithHistory('busy');
    const holder = spawn(process.execPath, ['-e', HOLD, join(place, 'history.duckdb')]);
    await once(holder.stdout, 'data');
    const { code, stderr } = await merge(join(place, 'first'));
    holder.kill();
    await once(holder, 'close');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The run is not in the history yet; "history" will add it: Cannot use history .*\n$/,
    );
    expect((await historyOf(place)).runs).toMatchObject([{ directory: 'first', tests: 10 }]);
  });

  it('adds itself when it ends', async () => {
    const place = await placeWithHistory('idle');
    const { code, stderr } = await merge(join(place, 'second'));
    const { file } = await openHistory(folder, join(place, 'history.duckdb'));
    const known = await file.logSizes();
    file.close();
    expect([code, stderr]).toEqual([1, '']);
    expect(known.get('second')).toBeGreaterThan(0);
  });

  it('makes no database in a folder of another program', async () => {
    await merge(join(folder, 'apart', 'run'));
    expect(existsSync(join(folder, 'apart', 'history.duckdb'))).toBe(false);
  });
});

/** Holds a database open until it is killed. */
const HOLD = `
  import('@duckdb/node-api').then(async ({ DuckDBInstance }) => {
    globalThis.held = await DuckDBInstance.create(process.argv[1]);
    console.log('held');
    setInterval(() => undefined, 1000);
  });
`;
