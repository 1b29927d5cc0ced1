import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Afterwards } from '../../base/basics/afterwards.js';
import { lockRunDirectory } from '../../harness/records/run-lock.js';
import { reportOf } from '../../harness/run-directory/stored-report.js';
import { listedFailures } from '../../runs/report/failure-files.js';
import { callCli } from './support/call-cli.js';
import { temporaryFolder } from './support/run-cli.js';
import { treeOf } from './support/run-files.js';

const folder = temporaryFolder();
const pathOf = (name: string): string => join(folder, name);
const textOf = (file: string): string => readFileSync(pathOf(file), 'utf8');

describe("a run's reports", () => {
  const run = (out: string, ...options: string[]) =>
    callCli([
      'run',
      '--workers',
      '1',
      '--count',
      '4',
      '--test',
      'rmw_buffer',
      '--out',
      pathOf(out),
      ...options,
    ]);

  beforeAll(async () => {
    await run('monday', '--fault', 'F46', '--max-failures', '2');
    await run('tuesday', '--fault', 'F46', '--max-failures', '3');
    await run('longer', '--fault', 'F46', '--max-failures', '2', '--count', '9');
  });

  // Tests that change a run work on a copy under apart/, since a page lists the changes since the previous
  // run in the same folder.

  /** Copies a run without the end of its log, as if it had stopped while writing the last entry. */
  function copyTruncated(source: string, name: string): void {
    mkdirSync(pathOf(name), { recursive: true });
    for (const file of ['manifest.json', 'events.msgpack'])
      copyFileSync(pathOf(`${source}/${file}`), pathOf(`${name}/${file}`));
    const bytes = readFileSync(pathOf(`${name}/events.msgpack`)).length;
    truncateSync(pathOf(`${name}/events.msgpack`), bytes - 20);
  }

  it('are written with the run: page, summary, and coverage for other tools', () => {
    expect([...treeOf(pathOf('monday')).keys()].filter((path) => !path.startsWith('/failures'))).toEqual([
      '/costs.json',
      '/coverage/coverage.md',
      '/coverage/coverage.msgpack',
      '/coverage/functional.info',
      '/coverage/ucis.xml',
      '/events.msgpack',
      '/index.html',
      '/junit.xml',
      '/manifest.json',
      '/report.md',
      '/results.json',
    ]);
  });

  it('name the file that lists the holes, even with scripts disabled', () => {
    const [, file] = /<noscript>.*; (\S+) lists the holes/.exec(textOf('monday/index.html'))!;
    expect(textOf(`monday/${file}`)).toContain('## Holes');
  });

  it('show what a failure observed, a picture of its waves, and its repro line', () => {
    const page = textOf('monday/index.html');
    expect(page).toMatch(/<dt>observed<\/dt><dd>[^<]{10,}/);
    expect(page).toMatch(/class="picture"[^>]*>[^<]*cycle/);
    expect(page).toMatch(/data-copy="npx --no-install pops-tb replay &#39;smoke:rmw_buffer@0x/);
    expect(page).toContain('rmw_buffer.0');
  });

  it('store the complete trace of the displayed failure, which gets the same verdict', async () => {
    const path = [...treeOf(pathOf('monday')).keys()].find((name) => name.endsWith('/trace.jsonl'))!;
    const { code, stdout } = await callCli(['check-trace', pathOf(`monday${path}`), '--json']);
    const stored = JSON.parse(textOf(join('monday', path, '..', 'violations.json')));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).violations[0]).toMatchObject(stored.violations[0]);
  });

  it('include a page for each listed failure, whether or not it is shown in full', () => {
    const { buckets } = reportOf(pathOf('tuesday')).tally;
    const pages = [...treeOf(pathOf('tuesday')).keys()].filter((path) => path.endsWith('/viewer.html'));
    expect(pages.length).toBe(buckets.size);
    cpSync(pathOf('tuesday'), pathOf('apart/listed'), { recursive: true });
    for (const page of pages) rmSync(pathOf(`apart/listed${page}`));
    const listed = listedFailures(pathOf('apart/listed'), [...buckets.values()], new Afterwards());
    const linked = listed.flatMap(({ files }) => files?.find(({ name }) => name === 'viewer')?.path ?? []);
    expect(linked.map((path) => `/${path}`).sort()).toEqual(pages.sort());
    const [first] = listed;
    const [{ cycle }] = JSON.parse(
      textOf(join('apart/listed', dirname(linked[0]!), 'violations.json')),
    ).violations;
    expect([
      first!.violation,
      textOf(join('apart/listed', linked[0]!)).includes(`at cycle ${cycle}</h1>`),
    ]).toEqual([undefined, true]);
  });

  it('list the changes since the last run with the same selection and length', () => {
    expect(textOf('monday/index.html')).toContain('There is no comparable earlier run');
    expect(textOf('tuesday/index.html')).toMatch(/Since run <a href="\.\/\.\.\/[^"]*\/index\.html">smoke-/);
    expect(textOf('longer/index.html')).toContain('There is no comparable earlier run');
  });

  it('do not change when they are rewritten from the log', async () => {
    const before = treeOf(pathOf('tuesday'));
    expect((await callCli(['report', pathOf('tuesday'), '--json'])).code).toBe(0);
    expect(treeOf(pathOf('tuesday'))).toEqual(before);
  });

  it('can be written for an incomplete run', async () => {
    copyTruncated('monday', 'apart/half');
    expect((await callCli(['report', pathOf('apart/half')])).stdout).toMatch(
      /\npage .*apart\/half\/index\.html\n$/,
    );
    expect(textOf('apart/half/index.html')).toContain('their results are saved');
  });

  it('distinguish a run in progress from an interrupted one', async () => {
    copyTruncated('monday', 'apart/under-way');
    const release = lockRunDirectory(pathOf('apart/under-way'));
    await callCli(['report', pathOf('apart/under-way')]);
    release();
    expect(textOf('apart/under-way/report.md')).toContain(
      '- running: another process is writing this run; 2 tests have a result so far',
    );
    await callCli(['report', pathOf('apart/under-way')]);
    expect(textOf('apart/under-way/report.md')).toContain('- ended: interrupted after 2 tests');
  });

  it('are left unchanged in a run whose log is missing', async () => {
    cpSync(pathOf('monday'), pathOf('apart/lost'), { recursive: true });
    rmSync(pathOf('apart/lost/events.msgpack'));
    const { code, stderr } = await callCli(['report', pathOf('apart/lost')]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Cannot read run ${pathOf('apart/lost')}: its events.msgpack is missing\n`,
    });
    expect(textOf('apart/lost/index.html')).toBe(textOf('monday/index.html'));
  });

  it('are rejected with a one-line error for anything that is not a run directory', async () => {
    const { code, stderr } = await callCli(['report', pathOf('nowhere')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^"[^"]*nowhere" is not a run directory: [^\n]*\n$/);
  });
});
