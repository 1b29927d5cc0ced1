import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const defaults = { tests: 10, end: 'count', seconds: 5 } as const;

interface Series {
  readonly alike: string;
  readonly unfinished: number;
  readonly nights: readonly {
    readonly directory: string;
    readonly born: string[];
    readonly fixed: string[];
  }[];
}

async function readSeries(path: string): Promise<Series[]> {
  const { code, stdout, stderr } = await callCli(['report', path, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).series;
}

beforeAll(() => {
  writeRun(folder, 'a', { ...defaults, day: 1, failures: { 'ORD-01 old': 7, 'ORD-02 stays': 9 } });
  writeRun(folder, 'b', { ...defaults, day: 2, failures: { 'ORD-02 stays': 3 } });
  writeRun(folder, 'c', { ...defaults, day: 3, failures: { 'ORD-01 old': 7, 'ORD-03 fresh': 5 } });
  writeRun(folder, 'cut', { ...defaults, day: 4, failures: {}, end: 'interrupted' });
  writeRun(folder, 'longer', { ...defaults, day: 5, failures: {}, tests: 11 });
});

describe('a report on a folder of runs', () => {
  it('compares only finished runs with the same setup, and counts a group as new if it appears in no earlier run', async () => {
    const [longer, others] = await readSeries(folder);
    expect(longer!.nights.map(({ directory }) => directory)).toEqual(['longer']);
    expect(others!.alike).toMatch(/^smoke, 10 tests, code (of|with) /);
    expect(others!.unfinished).toBe(1);
    expect(others!.nights.map(({ directory, born, fixed }) => [directory, born, fixed])).toEqual([
      ['a', [], []],
      ['b', [], ['ORD-01 old']],
      ['c', ['ORD-03 fresh'], ['ORD-02 stays']],
    ]);
  });

  it('leaves out runs with injected faults beside others', async () => {
    const mixed = join(folder, 'mixed');
    writeRun(mixed, 'fault', { ...defaults, day: 2, failures: { 'ORD-01 x': 3 }, faults: ['F46'] });
    expect(await readSeries(mixed)).toHaveLength(1);
    writeRun(mixed, 'night', { ...defaults, day: 1, failures: {} });
    const { stdout, stderr } = await callCli(['report', mixed]);
    expect(stderr).toContain('Left out: 1 run with injected faults');
    expect(stdout).not.toContain('ORD-01 x');
    expect(readFileSync(join(mixed, 'nights.html'), 'utf8')).not.toContain('F46');
  });

  it('writes nights.html, which links to the runs that have a page', async () => {
    writeFileSync(join(folder, 'b', 'index.html'), '');
    const { stdout } = await callCli(['report', folder]);
    expect(stdout).toContain(`trends  ${join(folder, 'nights.html')}\n`);
    const links = readFileSync(join(folder, 'nights.html'), 'utf8').match(/href="[^"]*"/g);
    expect(new Set(links)).toEqual(new Set(['href="./b/index.html"']));
    await callCli(['report', join(folder, 'b')]);
    const page = readFileSync(join(folder, 'b', 'index.html'), 'utf8');
    expect(/<a href="\.\/\.\.\/nights\.html">/.test(page)).toBe(true);
  });

  it('rejects options for single runs, and folders without runs, with a one-line error', async () => {
    const withWaivers = await callCli(['report', folder, '--waivers', 'w.json']);
    expect([withWaivers.code, withWaivers.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot use --waivers with a folder of runs.*\n$/),
    ]);
    mkdirSync(join(folder, 'empty'));
    const emptyFolder = await callCli(['report', join(folder, 'empty')]);
    expect([emptyFolder.code, emptyFolder.stderr]).toEqual([
      2,
      expect.stringMatching(/is not a run directory.*\n$/),
    ]);
  });
});
