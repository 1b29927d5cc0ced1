import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bugsOf } from '../../../runs/history/bugs.js';
import { combineRuns } from '../../../runs/history/history.js';
import type { HistoryEntry } from '../../../runs/history/history-run.js';
import { openHistory } from '../../../runs/history/index-runs.js';
import { callCli } from '../../cli/support/call-cli.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

const folder = temporaryFolder();
const FILE = 'history.jsonl';

function historyOf(place = folder) {
  return combineRuns(openHistory(place));
}

/** Lines of the file in a folder. */
function linesOf(place: string): string[] {
  return readFileSync(join(place, FILE), 'utf8').trimEnd().split('\n');
}

beforeAll(() => {
  const facts = { tests: 10, end: 'count', seconds: 5 } as const;
  writeRun(folder, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7, 'ORD-02 stays': 9 } });
  writeRun(folder, 'b', { ...facts, day: 2, failures: { 'ORD-02 stays': 3 }, seconds: 10 });
  writeRun(folder, 'c', { ...facts, day: 3, failures: { 'ORD-02 stays': 4, 'ORD-03 fresh': 5 } });
  writeRun(folder, 'other', { ...facts, day: 4, failures: {}, glob: 'rmw*' });
});

describe('the history of a folder', () => {
  it('contains each run with its figures and the previous ones of the same selection', async () => {
    const { runs } = historyOf();
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

  it('compares the newest run of a selection with the mean of earlier ones', async () => {
    expect(historyOf().trends).toEqual([
      {
        selection: 'smoke',
        runs: 2,
        newest: { passRate: 80, coverage: 0, testsPerSecond: 2 },
        mean: { passRate: 85, coverage: 0, testsPerSecond: 1.5 },
      },
    ]);
  });

  it('lists new, open and fixed buckets, when each was first and last seen, and its smallest test', async () => {
    const { buckets } = historyOf();
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
      {
        state: 'fixed',
        signature: 'ORD-01 old',
        runs: 1,
        newest: { runId: 'a' },
        fixedIn: { runId: 'b' },
      },
    ]);
  });

  it('reports that a bug is back, and in which run it was fixed before', () => {
    const place = join(folder, 'back');
    const facts = { tests: 9, end: 'count', seconds: 1 } as const;
    for (const [name, day, failures] of [
      ['a', 1, { 'ORD-01 old': 7 }],
      ['b', 2, {}],
      ['c', 3, {}],
      ['d', 4, { 'ORD-01 old': 7 }],
    ] as const)
      writeRun(place, name, { ...facts, day, failures });
    expect(historyOf(place).buckets).toMatchObject([
      { state: 'back', runs: 2, newest: { runId: 'd' }, fixedIn: { runId: 'b' } },
    ]);
    writeRun(place, 'e', { ...facts, day: 5, failures: {} });
    expect(historyOf(place).buckets).toMatchObject([{ state: 'fixed', fixedIn: { runId: 'e' } }]);
  });

  it('calls a group fixed whose stored scenarios passed under many schedules, until it is seen again', () => {
    const place = join(folder, 'proven');
    const facts = { tests: 10, end: 'count', seconds: 5 } as const;
    writeRun(place, 'night', { ...facts, day: 1, failures: { 'ORD-01 old': 7 } });
    writeRun(place, 'proof', { ...facts, tests: 7, day: 2, failures: {}, glob: 'rmw*' });
    const [night, proof] = openHistory(place).entries as [HistoryEntry, HistoryEntry];
    const proven = { ...proof, proof: { runId: night.run.runId, fixed: [night.sights[0]!.failureGroup] } };
    const stateAfter = (...entries: HistoryEntry[]) =>
      bugsOf(entries, ({ failureGroup }) => failureGroup).map(({ state, fixedIn }) => [
        state,
        fixedIn?.directory,
      ]);
    expect(stateAfter(night, proof)).toEqual([['open', undefined]]);
    expect(stateAfter(night, proven)).toEqual([['fixed', 'proof']]);
    const again = { ...night, run: { ...night.run, directory: 'again', runId: 'again' } };
    expect(stateAfter(night, proven, again)).toEqual([['back', 'proof']]);
  });

  it('counts the failures of a rerun in the failure groups of the run that it repeats', () => {
    const place = join(folder, 'reruns');
    const facts = { end: 'count', seconds: 5 } as const;
    const bucket = 'ORD-01 spi gfx9 a';
    writeRun(place, 'night', { ...facts, day: 1, tests: 10, failures: { [bucket]: 7 } });
    writeRun(place, 'still', { ...facts, day: 2, tests: 1, failures: { [bucket]: 7 }, reran: 'night' });
    writeRun(place, 'fixed', { ...facts, day: 3, tests: 1, failures: {}, reran: 'still' });
    writeRun(place, 'short', { ...facts, day: 4, tests: 1, failures: {} });
    const [night, still, fixed, short] = openHistory(place).entries as [
      HistoryEntry,
      HistoryEntry,
      HistoryEntry,
      HistoryEntry,
    ];
    const groupsAfter = (...entries: HistoryEntry[]) => bugsOf(entries, ({ failureGroup }) => failureGroup);
    // A group of the rerun alone would be named after its only bucket.
    const other = {
      ...still,
      sights: still.sights.map((sight) => ({ ...sight, failureGroup: 'HANG-01 spi' })),
    };
    expect(groupsAfter(night, other)).toMatchObject([
      {
        state: 'open',
        signature: 'ORD-01 spi gfx9 a',
        selection: 'smoke',
        runs: 2,
        newest: { runId: 'still' },
      },
    ]);
    expect(groupsAfter(night, still, fixed, short)).toMatchObject([{ state: 'open', runs: 2 }]);
    const proven = { ...fixed, proof: { runId: 'still', fixed: [still.sights[0]!.failureGroup] } };
    expect(groupsAfter(night, still, proven)).toMatchObject([
      { state: 'fixed', fixedIn: { runId: 'fixed' } },
    ]);
    const early = { ...proven, proof: { ...proven.proof, runId: 'night' } };
    expect(groupsAfter(night, early, still)).toMatchObject([{ state: 'back', fixedIn: { runId: 'fixed' } }]);
    // The run that it repeats is gone from this history.
    expect(groupsAfter(still)).toMatchObject([{ selection: 'smoke --rerun-failures', runs: 1 }]);
  });

  it('folds the buckets of one cause, and has a line for a bug that only shows next to another one', async () => {
    const place = join(folder, 'groups');
    const [both, other] = ['RACE-01 program gfx9 a', 'RACE-01 program gfx11 b'];
    const fired = { [both]: ['RACE-01 program', 'LAUNCH-01 spi'], [other]: ['RACE-01 program'] };
    const facts = { tests: 9, end: 'count', seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, day: 1, failures: { [other]: 5 }, fired });
    writeRun(place, 'b', { ...facts, day: 2, failures: { [both]: 3, [other]: 4 }, fired });
    const pair = { cause: 'RACE-01', other: 'LAUNCH-01', signature: both, test: 'rmw_buffer.0' };
    writeFileSync(join(place, 'b', 'triage.json'), JSON.stringify({ separations: [pair] }));
    const { groups, buckets } = historyOf(place);
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

  it('calls nothing fixed because of an incomplete or smaller later run', async () => {
    const place = join(folder, 'short');
    mkdirSync(place);
    const facts = { tests: 10, end: 'count', seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7 } });
    writeRun(place, 'b', { ...facts, day: 2, failures: {}, end: 'interrupted' });
    writeRun(place, 'c', { ...facts, day: 3, failures: {}, tests: 9 });
    expect(historyOf(place).buckets).toMatchObject([{ state: 'open' }]);
  });

  it('rereads a run that has grown, and skips anything that is not a run of this version', async () => {
    const place = join(folder, 'grown');
    mkdirSync(place);
    const facts = { day: 1, failures: {}, seconds: 1 } as const;
    writeRun(place, 'a', { ...facts, tests: 4, end: 'interrupted' });
    expect(historyOf(place).runs).toMatchObject([{ tests: 4, endedBy: 'interrupted' }]);
    rmSync(join(place, 'a'), { recursive: true });
    writeRun(place, 'a', { ...facts, tests: 40, end: 'count' });
    writeRun(place, 'b', { ...facts, tests: 4, end: 'count' });
    writeFileSync(join(place, 'b', 'manifest.json'), '{"tool": "other"}');
    const { runs, skipped } = historyOf(place);
    expect(runs).toMatchObject([{ tests: 40, endedBy: 'count' }]);
    expect(skipped).toMatchObject([{ directory: 'b', reason: expect.stringContaining('Invalid manifest') }]);
  });
});

describe('the file of a history', () => {
  it("keeps deleted runs, uses a run's last line, and reports damaged lines by number", () => {
    const place = join(folder, 'lines');
    for (const day of [1, 2])
      writeRun(place, `n${day}`, { day, tests: 9, end: 'count', seconds: 1, failures: {} });
    historyOf(place);
    rmSync(join(place, 'n1'), { recursive: true });
    const [first] = linesOf(place);
    appendFileSync(join(place, FILE), `${first!.replace('"tests":9', '"tests":8')}\nno entry\n{"run": {}}\n`);
    const { runs, skipped } = historyOf(place);
    expect(runs.map(({ directory, tests }) => [directory, tests])).toEqual([
      ['n1', 8],
      ['n2', 9],
    ]);
    expect(skipped.map(({ directory, reason }) => `${directory}: ${reason}`)).toEqual([
      'history.jsonl: line 4 is not an entry of this version',
      'history.jsonl: line 5 is not an entry of this version',
    ]);
    expect(linesOf(place)).toHaveLength(2);
  });

  it('is refused in one line if it is too large or a folder', async () => {
    const place = join(folder, 'large');
    writeRun(place, 'a', { day: 1, tests: 9, end: 'count', seconds: 1, failures: {} });
    writeFileSync(join(place, FILE), Buffer.alloc(65 * 2 ** 20));
    const large = await callCli(['report', place]);
    expect([large.code, large.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot read history .*: it has 65 MiB; expected at most 64 MiB .*\n$/),
    ]);
    rmSync(join(place, FILE));
    mkdirSync(join(place, FILE));
    const wrong = await callCli(['report', place]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot read history .*directory\n$/),
    ]);
  });
});

describe('the report of a folder', () => {
  it('prints the newest run, runs, trend and failure groups with their repro lines', async () => {
    const { stdout } = await callCli(['report', folder]);
    expect(stdout).toMatch(/^PASS {6}other: 10 of 10 tests passed/);
    expect(stdout).toMatch(/^2026-11-02 03:00 {2}b .* 90\.0 % {2}\+10\.0/m);
    expect(stdout).toMatch(/^trend {2}smoke: 80\.0 % passed/m);
    expect(stdout).toMatch(/^new {4}ORD-03 fresh {2}1 test of smoke, seen in c\n +npx .* replay 'smoke:/m);
  });

  it('writes one row per run for other tools, without formulas', async () => {
    const place = join(folder, 'table');
    writeRun(place, '=1+1', { day: 1, tests: 9, end: 'count', seconds: 1, failures: {} });
    writeRun(place, 'b, "c"', { day: 2, tests: 9, end: 'count', seconds: 1, failures: {} });
    await callCli(['report', place]);
    const [title, ...rows] = readFileSync(join(place, 'history.csv'), 'utf8').split('\r\n');
    expect(title).toMatch(/^startedAt,directory,runId,selection,/);
    expect(rows.map((row) => row.split('Z,')[1]?.slice(0, 12))).toEqual([
      expect.stringMatching(/^"'=1\+1",/),
      expect.stringMatching(/^"b, ""c""",/),
      undefined,
    ]);
  });

  it("names runs of a bucket as in the run rows, whatever the run's id", async () => {
    const place = join(folder, 'renamed');
    writeRun(place, 'its-id', { tests: 10, end: 'count', seconds: 5, day: 1, failures: { 'ORD-01 old': 7 } });
    renameSync(join(place, 'its-id'), join(place, 'its-name'));
    const { stdout } = await callCli(['report', place]);
    expect(stdout).toMatch(/^2026-11-01 03:00 {2}its-name /m);
    expect(stdout).toMatch(/^open {3}ORD-01 old .*, seen in its-name$/m);
  });
});

describe('a run beside a history', () => {
  const part = join(folder, 'a');
  /** `merge` ends like `run`, and needs no worker. */
  const merge = (out: string) => callCli(['merge', part, '--out', out]);

  it('does not fail if the file cannot be written, and is added by the next report', async () => {
    const place = join(folder, 'busy');
    mkdirSync(join(place, FILE), { recursive: true });
    const { code, stderr } = await merge(join(place, 'first'));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The run is not in the history yet; "report .*busy" will add it: Cannot add to history .*\n$/,
    );
    rmSync(join(place, FILE), { recursive: true });
    expect(historyOf(place).runs).toMatchObject([{ directory: 'first', tests: 10 }]);
  });

  it('adds a separate line when it ends, even after a truncated line', async () => {
    const place = join(folder, 'idle');
    mkdirSync(place);
    writeFileSync(join(place, FILE), '{"run": {"direc');
    const { code, stderr } = await merge(join(place, 'second'));
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(linesOf(place).at(-1)!).run.directory).toBe('second');
  });

  it("creates no file in another program's folder", async () => {
    await merge(join(folder, 'apart', 'run'));
    expect(existsSync(join(folder, 'apart', FILE))).toBe(false);
  });
});
