import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../harness/run-directory/event-log.js';
import { formatTestId } from '../../harness/selection/plan.js';
import { readStoredTests } from '../../runs/run/stored-scenarios.js';
import { RULE_IDS } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

describe('a clean run', () => {
  it('exits with 0, prints only the document on stdout, and writes the run directory', async () => {
    const out = join(folder, 'clean');
    const { code, stdout, stderr } = await callCli([
      ...['run', 'smoke', '--count', '6', '--workers', '1', '--json', '--out', out],
    ]);
    const document = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      suite: 'smoke',
      tests: 6,
      passed: 6,
      failed: 0,
      errors: 0,
      buckets: [],
    });
    expect(document.resumed).toEqual({ kept: 0, ran: 6 });
    expect(document.rules.map(({ id }: { id: string }) => id)).toEqual(RULE_IDS);
    expect(stderr).toContain(`seed ${document.seed}`);
    expect(readdirSync(out).sort()).toEqual(
      'costs.json coverage events.msgpack index.html junit.xml manifest.json report.md results.json'.split(
        ' ',
      ),
    );
    expect(readdirSync(join(out, 'coverage')).sort()).toEqual([
      'coverage.md',
      'coverage.msgpack',
      'ucis.xml',
    ]);
    const events = readEvents(join(out, 'events.msgpack'));
    expect(events.at(0)).toMatchObject({ event: 'started', suite: 'smoke' });
    expect(events.at(-1)).toMatchObject({ event: 'ended', tests: 6, by: 'count', kept: 0 });
  });

  it('prints the verdict, seed, coverage and directory at the end', async () => {
    const out = join(folder, 'text');
    const { stdout } = await callCli([...'run --count 4 --workers 1 --seed 0xabc --out'.split(' '), out]);
    expect(stdout).toMatch(/PASS {2}4 of 4 tests passed, 0 failed\nseed +0xabc /);
    expect(stdout).toMatch(/^coverage +[\d.]+% weighted \([\d,]+ of [\d,]+ bins\)$/m);
    expect(stdout.trimEnd().endsWith(out)).toBe(true);
  });

  it('exits with 3 if the coverage gate is missed', async () => {
    const { code, stderr } = await callCli([
      ...'run --count 2 --workers 1 --gate coverage=100 --out'.split(' '),
      join(folder, 'gate'),
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/Coverage gate failed: [\d.]+% is below 100%/);
  });

  it('lists the tests in a dry run and writes no files', async () => {
    const { code, stdout } = await callCli([
      ...'run --count 5 --seed 0x1 --dry-run --json --out'.split(' '),
      join(folder, 'dry'),
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tests).toHaveLength(5);
    expect(existsSync(join(folder, 'dry'))).toBe(false);
  });

  it('starts with the stored tests unless an option restricts which tests are drawn', async () => {
    const getIds = async (...options: string[]): Promise<string[]> => {
      const { stdout } = await callCli(['run', 'smoke', '--count', '3', '--dry-run', '--json', ...options]);
      return JSON.parse(stdout).tests.map(({ test }: { test: string }) => test);
    };
    const stored = readStoredTests('smoke', []).slice(0, 3);
    expect(await getIds()).toEqual(stored.map((test) => formatTestId(test)));
    for (const drawOptions of [
      ['--seed', '0x5eed'],
      ['--test', 'rmw_*'],
      ['--chip', 'navi21'],
    ])
      expect((await getIds(...drawOptions)).filter((id) => id.includes('@'))).toEqual([]);
  });

  it('stops when the time is up, after finishing every started test', async () => {
    const out = join(folder, 'timed');
    const { code, stdout } = await callCli(['run', '--time', '1s', '--workers', '1', '--json', '--out', out]);
    const { tests } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(readEvents(join(out, 'events.msgpack')).at(-1)).toMatchObject({
      event: 'ended',
      tests,
      by: 'time',
    });
  });
});
