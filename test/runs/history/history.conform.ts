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
import { combineRuns } from '../../../runs/history/history.js';
import { openHistory } from '../../../runs/history/index-runs.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { writeRun } from '../../harness/support/stored-run.js';

const folder = createTempFolder();
const FILE = 'history.jsonl';

function readHistory(directoryPath = folder) {
  return combineRuns(openHistory(directoryPath));
}

/** Returns the lines of the history file in a folder. */
function readLines(directoryPath: string): string[] {
  return readFileSync(join(directoryPath, FILE), 'utf8').trimEnd().split('\n');
}

beforeAll(() => {
  const facts = { tests: 10, end: 'count', seconds: 5 } as const;
  writeRun(folder, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7, 'ORD-02 stays': 9 } });
  writeRun(folder, 'b', { ...facts, day: 2, failures: { 'ORD-02 stays': 3 }, seconds: 10 });
  writeRun(folder, 'c', { ...facts, day: 3, failures: { 'ORD-02 stays': 4, 'ORD-03 fresh': 5 } });
  writeRun(folder, 'other', { ...facts, day: 4, failures: {}, glob: 'rmw*' });
});

describe('the history of a folder', () => {
  it("lists each run's figures", async () => {
    const { runs } = readHistory();
    expect(runs.map(({ directory, selection, passRate }) => [directory, selection, passRate])).toEqual([
      ['a', 'smoke', 80],
      ['b', 'smoke', 90],
      ['c', 'smoke', 80],
      ['other', 'smoke --test rmw*', 100],
    ]);
    expect(runs.map(({ testsPerSecond }) => testsPerSecond)).toEqual([2, 1, 2, 2]);
  });

  it('lists new, open and fixed buckets, with the runs that first and last saw them and their smallest test', async () => {
    const { buckets } = readHistory();
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
      { state: 'fixed', signature: 'ORD-01 old', runs: 1, newest: { runId: 'a' }, fixedIn: { runId: 'b' } },
    ]);
  });

  it('reports that a bug has come back and which run had fixed it', () => {
    const directoryPath = join(folder, 'back');
    const facts = { tests: 9, end: 'count', seconds: 1 } as const;
    for (const [name, day, failures] of [
      ['a', 1, { 'ORD-01 old': 7 }],
      ['b', 2, {}],
      ['c', 3, {}],
      ['d', 4, { 'ORD-01 old': 7 }],
    ] as const)
      writeRun(directoryPath, name, { ...facts, day, failures });
    expect(readHistory(directoryPath).buckets).toMatchObject([
      { state: 'back', runs: 2, newest: { runId: 'd' }, fixedIn: { runId: 'b' } },
    ]);
    writeRun(directoryPath, 'e', { ...facts, day: 5, failures: {} });
    expect(readHistory(directoryPath).buckets).toMatchObject([{ state: 'fixed', fixedIn: { runId: 'e' } }]);
  });

  it('leaves reruns of failures out of the bugs', () => {
    const directoryPath = join(folder, 'reruns');
    const facts = { end: 'count', seconds: 5 } as const;
    const failures = { 'ORD-01 spi gfx9 a': 7 };
    writeRun(directoryPath, 'night', { ...facts, day: 1, tests: 10, failures });
    writeRun(directoryPath, 'still', { ...facts, day: 2, tests: 1, failures, rerunOf: 'night' });
    const { runs, groups } = readHistory(directoryPath);
    expect(runs).toHaveLength(2);
    expect(groups).toMatchObject([
      { state: 'open', selection: 'smoke', runs: 1, newest: { runId: 'night' } },
    ]);
  });

  it('groups buckets by cause, and separately lists a bug that only occurs alongside another', async () => {
    const directoryPath = join(folder, 'groups');
    const [both, again, other] = ['LAUNCH-02 spi gfx9 a', 'LAUNCH-02 spi gfx9 c', 'LAUNCH-02 spi gfx11 b'];
    const rules = ['LAUNCH-02 spi', 'EXP-03 sx'];
    const fired = { [both]: rules, [again]: rules, [other]: ['LAUNCH-02 spi'] };
    const facts = { tests: 9, end: 'count', seconds: 1 } as const;
    writeRun(directoryPath, 'a', { ...facts, day: 1, failures: { [other]: 5 }, fired });
    writeRun(directoryPath, 'b', {
      ...facts,
      day: 2,
      failures: { [both]: 3, [again]: 6, [other]: 4 },
      fired,
    });
    const { groups, buckets } = readHistory(directoryPath);
    expect(groups).toMatchObject([
      { state: 'new', signature: 'EXP-03 sx', rule: 'EXP-03', runs: 1, tests: 2 },
      { state: 'open', signature: 'LAUNCH-02 spi', runs: 2, tests: 4, waves: 3 },
    ]);
    expect(buckets.map(({ signature, state }) => [signature, state])).toEqual([
      ['EXP-03 sx beside LAUNCH-02', 'new'],
      [both, 'new'],
      [again, 'new'],
      [other, 'open'],
    ]);
  });

  it('does not report a bug as fixed if the later run is incomplete or smaller', async () => {
    const directoryPath = join(folder, 'short');
    mkdirSync(directoryPath);
    const facts = { tests: 10, end: 'count', seconds: 1 } as const;
    writeRun(directoryPath, 'a', { ...facts, day: 1, failures: { 'ORD-01 old': 7 } });
    writeRun(directoryPath, 'b', { ...facts, day: 2, failures: {}, end: 'interrupted' });
    writeRun(directoryPath, 'c', { ...facts, day: 3, failures: {}, tests: 9 });
    expect(readHistory(directoryPath).buckets).toMatchObject([{ state: 'open' }]);
  });

  it('rereads a run that has grown, and skips anything that is not a run from this version', async () => {
    const directoryPath = join(folder, 'grown');
    mkdirSync(directoryPath);
    const facts = { day: 1, failures: {}, seconds: 1 } as const;
    writeRun(directoryPath, 'a', { ...facts, tests: 4, end: 'interrupted' });
    expect(readHistory(directoryPath).runs).toMatchObject([{ tests: 4, endedBy: 'interrupted' }]);
    rmSync(join(directoryPath, 'a'), { recursive: true });
    writeRun(directoryPath, 'a', { ...facts, tests: 40, end: 'count' });
    writeRun(directoryPath, 'b', { ...facts, tests: 4, end: 'count' });
    writeFileSync(join(directoryPath, 'b', 'manifest.json'), '{"tool": "other"}');
    const { runs, skipped } = readHistory(directoryPath);
    expect(runs).toMatchObject([{ tests: 40, endedBy: 'count' }]);
    expect(skipped).toMatchObject([{ directory: 'b', reason: expect.stringContaining('Invalid manifest') }]);
  });
});

describe('the history file', () => {
  it("keeps deleted runs, uses a run's last line, and reports malformed lines by number", () => {
    const directoryPath = join(folder, 'lines');
    for (const day of [1, 2])
      writeRun(directoryPath, `n${day}`, { day, tests: 9, end: 'count', seconds: 1, failures: {} });
    readHistory(directoryPath);
    rmSync(join(directoryPath, 'n1'), { recursive: true });
    const [first] = readLines(directoryPath);
    appendFileSync(
      join(directoryPath, FILE),
      `${first!.replace('"tests":9', '"tests":8')}\nnot an entry\n{"run": {}}\n`,
    );
    const { runs, skipped } = readHistory(directoryPath);
    expect(runs.map(({ directory, tests }) => [directory, tests])).toEqual([
      ['n1', 8],
      ['n2', 9],
    ]);
    expect(skipped.map(({ directory, reason }) => `${directory}: ${reason}`)).toEqual([
      'history.jsonl: line 4 is not a valid entry for this version',
      'history.jsonl: line 5 is not a valid entry for this version',
    ]);
    expect(readLines(directoryPath).slice(2)).toEqual([
      first!.replace('"tests":9', '"tests":8'),
      'not an entry',
      '{"run": {}}',
    ]);
  });

  it('keeps its lines, and appends one for a run that has grown', () => {
    const directoryPath = join(folder, 'later');
    const facts = { day: 1, failures: {}, seconds: 1 } as const;
    for (const name of ['a', 'b']) writeRun(directoryPath, name, { ...facts, tests: 4, end: 'interrupted' });
    readHistory(directoryPath);
    const foreign = '{"version": 9, "runs": []}';
    const lines = [foreign, ...readLines(directoryPath)];
    writeFileSync(join(directoryPath, FILE), [...lines, ''].join('\n'));
    rmSync(join(directoryPath, 'b'), { recursive: true });
    writeRun(directoryPath, 'b', { ...facts, tests: 40, end: 'count' });
    expect(readHistory(directoryPath).runs.map(({ tests }) => tests)).toEqual([4, 40]);
    expect(readHistory(directoryPath).runs.map(({ tests }) => tests)).toEqual([4, 40]);
    const added = readLines(directoryPath);
    expect(added.slice(0, -1)).toEqual(lines);
    expect(JSON.parse(added.at(-1)!)).toMatchObject({ run: { directory: 'b', tests: 40 } });
  });

  it('is rejected with a one-line error if it is too large or is a folder', async () => {
    const directoryPath = join(folder, 'large');
    writeRun(directoryPath, 'a', { day: 1, tests: 9, end: 'count', seconds: 1, failures: {} });
    writeFileSync(join(directoryPath, FILE), Buffer.alloc(65 * 2 ** 20));
    const large = await callCli(['report', directoryPath]);
    expect([large.code, large.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot read history .*: it is 65 MiB; expected at most 64 MiB .*\n$/),
    ]);
    rmSync(join(directoryPath, FILE));
    mkdirSync(join(directoryPath, FILE));
    const wrong = await callCli(['report', directoryPath]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot read history .*directory\n$/),
    ]);
  });
});

describe("a folder's report", () => {
  it('prints the newest run, all runs and the failure groups with their repro commands', async () => {
    const { stdout } = await callCli(['report', folder]);
    expect(stdout).toMatch(/^PASS {2}10 of 10 tests passed/);
    expect(stdout).toMatch(/^2026-11-02 03:00 {2}b .* 90\.0% +– +1\.0$/m);
    expect(stdout).toMatch(/^new {4}ORD-03 fresh {2}1 test of smoke, seen in c\n +npx .* replay 'smoke:/m);
  });

  it("identifies a bucket's runs by directory, like the run rows, regardless of their ids", async () => {
    const directoryPath = join(folder, 'renamed');
    writeRun(directoryPath, 'its-id', {
      tests: 10,
      end: 'count',
      seconds: 5,
      day: 1,
      failures: { 'ORD-01 old': 7 },
    });
    renameSync(join(directoryPath, 'its-id'), join(directoryPath, 'its-name'));
    const { stdout } = await callCli(['report', directoryPath]);
    expect(stdout).toMatch(/^2026-11-01 03:00 {2}its-name /m);
    expect(stdout).toMatch(/^open {3}ORD-01 old .*, seen in its-name$/m);
  });
});

describe('a run in a folder with a history', () => {
  const source = join(folder, 'a');
  /** `merge` adds to the history just as `run` does, but needs no worker. */
  const merge = (out: string) => callCli(['merge', source, '--out', out]);

  it('does not fail if the history file cannot be written; the next report adds the run', async () => {
    const directoryPath = join(folder, 'busy');
    mkdirSync(join(directoryPath, FILE), { recursive: true });
    const { code, stderr } = await merge(join(directoryPath, 'first'));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The run is not in the history yet; "report .*busy" will add it: Cannot append to the history file .*\n$/,
    );
    rmSync(join(directoryPath, FILE), { recursive: true });
    expect(readHistory(directoryPath).runs).toMatchObject([{ directory: 'first', tests: 10 }]);
  });

  it('appends its line when it finishes, even after a truncated line', async () => {
    const directoryPath = join(folder, 'idle');
    mkdirSync(directoryPath);
    writeFileSync(join(directoryPath, FILE), '{"run": {"direc');
    const { code, stderr } = await merge(join(directoryPath, 'second'));
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(readLines(directoryPath).at(-1)!).run.directory).toBe('second');
  });

  it("creates no file in another program's folder", async () => {
    await merge(join(folder, 'apart', 'run'));
    expect(existsSync(join(folder, 'apart', FILE))).toBe(false);
  });
});
