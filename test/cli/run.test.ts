import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../regression/event-log.js';
import { FAULTS, RULES } from '../../transactions/index.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

/** Every file below a folder with its bytes. */
function treeOf(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(paths.map((path) => [path.slice(root.length), readFileSync(path, 'base64')]));
}

/** The document of a run without what is allowed to differ: names of the run, workers and times. */
function lastingPart(stdout: string): unknown {
  const varying = ['runId', 'outDir', 'workers', 'seconds', 'testsPerSecond', 'wavesPerSecond'];
  return Object.fromEntries(
    Object.entries(JSON.parse(stdout) as object).filter(([key]) => !varying.includes(key)),
  );
}

describe('the same root seed', () => {
  it.each([
    ['a clean run', ['--count', '60']],
    ['a run that ends with its third failure', ['--count', '400', '--fault', 'F46', '--max-failures', '3']],
  ])('gives the same bytes with 1, 2 and 4 workers: %s', async (name, options) => {
    const runs = [];
    for (const workers of ['1', '2', '4']) {
      const out = join(folder, `${name} ${workers}`);
      const args = ['run', 'smoke', '--seed', '0xd15c', '--json', '--workers', workers, '--out', out];
      const { stdout } = await runCli([...args, ...options], folder);
      runs.push({
        document: lastingPart(stdout),
        failures: treeOf(join(out, 'failures')),
        coverage: treeOf(join(out, 'coverage')),
      });
    }
    expect(runs[0]!.coverage.size).toBe(1);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });

  it('differs from another one in what it covers and runs', async () => {
    const documents = [];
    for (const seed of ['0x1', '0x2']) {
      const out = join(folder, `seed ${seed}`);
      const { stdout } = await runCli(
        ['run', '--seed', seed, '--json', '--count', '20', '--out', out],
        folder,
      );
      documents.push(JSON.parse(stdout));
    }
    expect(documents[0].waves).not.toBe(documents[1].waves);
  });
});

describe('a clean run', () => {
  it('exits 0, prints the document alone on stdout and writes the run directory', async () => {
    const out = join(folder, 'clean');
    const { code, stdout, stderr } = await runCli(
      ['run', 'smoke', '--count', '30', '--json', '--out', out],
      folder,
    );
    const document = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      suite: 'smoke',
      tests: 30,
      passed: 30,
      failed: 0,
      errors: 0,
      buckets: [],
    });
    expect(document.resumed).toEqual({ kept: 0, ran: 30 });
    expect(document.rules.map(({ id }: { id: string }) => id)).toEqual(RULES.map(({ id }) => id));
    expect(stderr).toContain(`seed ${document.seed}`);
    expect(readdirSync(out).sort()).toEqual(['coverage', 'events.msgpack', 'manifest.json', 'report.md']);
    const events = readEvents(join(out, 'events.msgpack'));
    expect(events.at(0)).toMatchObject({ event: 'started', suite: 'smoke' });
    expect(events.at(-1)).toEqual({ event: 'ended', tests: 30, by: 'count' });
  });

  it('prints verdict, seed, coverage and directory at the end', async () => {
    const out = join(folder, 'text');
    const { stdout } = await runCli(['run', '--count', '10', '--seed', '0xabc', '--out', out], folder);
    expect(stdout).toMatch(/PASS {2}10 of 10 tests passed, 0 failed\nseed +0xabc /);
    expect(stdout).toMatch(/covergroup +hit +bins +coverage/);
    expect(stdout.trimEnd().endsWith(out)).toBe(true);
  });

  it('exits 3 when the coverage gate is missed', async () => {
    const { code, stderr } = await runCli(
      ['run', '--count', '2', '--gate', 'coverage=100', '--out', join(folder, 'gate')],
      folder,
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/Coverage gate missed: [\d.]+ % is below 100 %/);
  });

  it('lists the tests of a dry run and leaves nothing behind', async () => {
    const { code, stdout } = await runCli(
      ['run', '--count', '5', '--seed', '0x1', '--dry-run', '--json', '--out', join(folder, 'dry')],
      folder,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tests).toHaveLength(5);
    expect(existsSync(join(folder, 'dry'))).toBe(false);
  });

  it('ends by time, with every test that it started', async () => {
    const out = join(folder, 'timed');
    const { code, stdout } = await runCli(['run', '--time', '1s', '--json', '--out', out], folder);
    const { tests } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(readEvents(join(out, 'events.msgpack')).at(-1)).toEqual({ event: 'ended', tests, by: 'time' });
  });

  it('saves what was done when it is interrupted, and exits 130', async () => {
    const out = join(folder, 'interrupted');
    let killed = false;
    const { code, stdout } = await runCli(
      ['run', '--count', '1000000', '--json', '--out', out],
      folder,
      (text, kill) => {
        if (killed || !text.includes('tests, seed')) return;
        killed = true;
        setTimeout(() => kill('SIGINT'), 1500);
      },
    );
    const { tests } = JSON.parse(stdout);
    expect(code).toBe(130);
    expect(tests).toBeGreaterThan(0);
    expect(readEvents(join(out, 'events.msgpack')).at(-1)).toEqual({
      event: 'ended',
      tests,
      by: 'interrupted',
    });
  });
});

describe('an injected fault', () => {
  it.each(FAULTS.map(({ id, classes }) => [id, classes] as const))(
    '%s is found by a rule of its class, and its line reproduces the violation at the same cycle elsewhere',
    async (id, classes) => {
      const out = join(folder, id);
      const { code, stdout } = await runCli(['run', '--fault', id, '--json', '--out', out], folder);
      expect(code).toBe(1);
      const [bucket] = JSON.parse(stdout).buckets;
      expect(classes).toContain(bucket.rule.split('-')[0]);
      const [folderOfFailure] = readdirSync(join(out, 'failures'));
      const stored = join(out, 'failures', folderOfFailure!, bucket.first);
      const { violations } = JSON.parse(readFileSync(join(stored, 'violations.json'), 'utf8'));
      const again = await replayLine(bucket.repro);
      expect(again.code).toBe(1);
      expect(JSON.parse(again.stdout)).toMatchObject({ violations, repeatable: true });
      const fromFile = await runCli(['replay', stored, '--json'], folder);
      expect(JSON.parse(fromFile.stdout).violations).toEqual(violations);
    },
  );

  it('ends with exit code 0 and says so when it never acts', async () => {
    const quiet = ['--set', 'idStart=0', '--count', '1', '--chip', 'navi21'];
    const { stdout } = await runCli(['run', '--fault', 'F46', ...quiet, '--out', join(folder, 'q')], folder);
    expect(stdout).toMatch(/F46 was (not )?seen/);
  });
});

/** Runs the line of a failure as a shell would, with the built command line in place of npx. */
function replayLine(line: string) {
  const [what] = line.match(/'[^']+'/)!;
  const options = line
    .slice(line.indexOf(what) + what.length)
    .split(' ')
    .filter(Boolean);
  return runCli(['replay', what.slice(1, -1), ...options, '--json'], folder);
}
