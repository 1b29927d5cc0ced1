import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BestEffortSteps } from '../../harness/basics/optional-steps.js';
import { lockRunDirectory } from '../../harness/records/run-lock.js';
import { reportOnRun } from '../../harness/run-directory/past-run.js';
import { loadListedFailures } from '../../runs/report/failure-files.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { readTree } from './support/run-files.js';

const folder = createTempFolder();
const getPath = (name: string): string => join(folder, name);
const readText = (file: string): string => readFileSync(getPath(file), 'utf8');

describe("a run's reports", () => {
  const run = (out: string, ...options: string[]) =>
    callCli([...'run --workers 1 --count 4 --test rmw_buffer --out'.split(' '), getPath(out), ...options]);

  beforeAll(async () => {
    await run('monday', '--fault', 'F46', '--max-failures', '2');
    await run('tuesday', '--fault', 'F46', '--max-failures', '3');
    await run('longer', '--fault', 'F46', '--max-failures', '2', '--count', '9');
  });

  // Tests that modify a run use a copy in copies/, because each page lists the changes since the previous run in its
  // folder.

  /** Copies a run and truncates its log, as if the run had been stopped while writing the last entry. */
  function copyTruncated(source: string, name: string): void {
    mkdirSync(getPath(name), { recursive: true });
    for (const file of ['manifest.json', 'events.msgpack'])
      copyFileSync(getPath(`${source}/${file}`), getPath(`${name}/${file}`));
    const bytes = readFileSync(getPath(`${name}/events.msgpack`)).length;
    truncateSync(getPath(`${name}/events.msgpack`), bytes - 20);
  }

  it('name the file that lists the holes, even with scripts disabled', () => {
    const [, file] = /<noscript>.*; (\S+) lists the holes/.exec(readText('monday/index.html'))!;
    expect(readText(`monday/${file}`)).toContain('## Holes');
  });

  it('show what was observed in a failure, a diagram of its waves, and its repro line', () => {
    const page = readText('monday/index.html');
    expect(page).toMatch(/<dt>observed<\/dt><dd>[^<]{10,}/);
    expect(page).toMatch(/class="picture"[^>]*>[^<]*cycle/);
    expect(page).toMatch(/data-copy="npx --no-install pops-tb replay &#39;smoke:rmw_buffer@0x/);
    expect(page).toContain('rmw_buffer.0');
  });

  it('include the complete trace of the displayed failure, and checking it gives the same verdict', async () => {
    const path = [...readTree(getPath('monday')).keys()].find((name) => name.endsWith('/trace.jsonl'))!;
    const { code, stdout } = await callCli(['check-trace', getPath(`monday${path}`), '--json']);
    const stored = JSON.parse(readText(join('monday', path, '..', 'violations.json')));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).violations[0]).toMatchObject(stored.violations[0]);
  });

  it('include a page for each listed failure, whether or not it is shown in full', () => {
    const { buckets } = reportOnRun(getPath('tuesday')).tally;
    const pages = [...readTree(getPath('tuesday')).keys()].filter((path) => path.endsWith('/viewer.html'));
    expect(pages.length).toBe(buckets.size);
    cpSync(getPath('tuesday'), getPath('copies/listed'), { recursive: true });
    for (const page of pages) rmSync(getPath(`copies/listed${page}`));
    const listed = loadListedFailures(getPath('copies/listed'), [...buckets.values()], new BestEffortSteps());
    const linked = listed.flatMap(({ files }) => files?.find(({ name }) => name === 'viewer')?.path ?? []);
    expect(linked.map((path) => `/${path}`).sort()).toEqual(pages.sort());
    const [first] = listed;
    const [{ cycle }] = JSON.parse(
      readText(join('copies/listed', dirname(linked[0]!), 'violations.json')),
    ).violations;
    expect([
      first!.violation,
      readText(join('copies/listed', linked[0]!)).includes(`at cycle ${cycle}</h1>`),
    ]).toEqual([undefined, true]);
  });

  it('list the changes since the last run with the same selection and length', () => {
    expect(readText('monday/index.html')).toContain('There is no comparable earlier run');
    expect(readText('tuesday/index.html')).toMatch(/Since run <a href="\.\/\.\.\/[^"]*\/index\.html">smoke-/);
    expect(readText('longer/index.html')).toContain('There is no comparable earlier run');
  });

  it('do not change when they are rewritten from the log', async () => {
    const before = readTree(getPath('tuesday'));
    expect((await callCli(['report', getPath('tuesday'), '--json'])).code).toBe(0);
    expect(readTree(getPath('tuesday'))).toEqual(before);
  });

  it('are written for an incomplete run', async () => {
    copyTruncated('monday', 'copies/partial');
    expect((await callCli(['report', getPath('copies/partial')])).stdout).toMatch(
      /\npage .*copies\/partial\/index\.html\n$/,
    );
    expect(readText('copies/partial/index.html')).toContain('their results are saved');
  });

  it('distinguish between a run in progress and an interrupted one', async () => {
    copyTruncated('monday', 'copies/running');
    const release = lockRunDirectory(getPath('copies/running'));
    await callCli(['report', getPath('copies/running')]);
    release();
    expect(readText('copies/running/report.md')).toContain(
      '- running: another process is still writing to this run; 2 tests have results so far',
    );
    await callCli(['report', getPath('copies/running')]);
    expect(readText('copies/running/report.md')).toContain('- ended: interrupted after 2 tests');
  });

  it('are left unchanged if the log is missing', async () => {
    cpSync(getPath('monday'), getPath('copies/lost'), { recursive: true });
    rmSync(getPath('copies/lost/events.msgpack'));
    const { code, stderr } = await callCli(['report', getPath('copies/lost')]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Cannot read run ${getPath('copies/lost')}: its events.msgpack is missing\n`,
    });
    expect(readText('copies/lost/index.html')).toBe(readText('monday/index.html'));
  });
});
