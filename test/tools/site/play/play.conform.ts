import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { getPlaygroundHash } from '../../../../harness/text/play-address.js';
import { SEQUENCES } from '../../../../stimulus/index.js';
import { decodeAddress } from '../../../../tools/site/play/client/address.js';
import { EXERCISES } from '../../../../tools/site/play/exercises.js';
import { judge } from '../../../../tools/site/play/judge.js';
import { buildPlayground } from '../../../../tools/site/play/make-play.js';
import type { PlayTest } from '../../../../tools/site/play/play-test.js';
import { createTempFolder } from '../../../cli/support/run-cli.js';
import { describeInBrowser } from '../../../support/browser.js';

const folder = createTempFolder();
const FILE = join(folder, 'index.html');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let html = '';
const guideTests = collectGuideTests();

beforeAll(async () => {
  html = await buildPlayground();
  writeFileSync(FILE, html);
});

it('the playground is a single file smaller than 1.5 MB compressed, and makes no requests', () => {
  expect(gzipSync(html).length).toBeLessThan(1_500_000);
  expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=/);
  expect(html).not.toContain("'unsafe-");
});

it('says what to do with GLSL instead', () => {
  const test = { name: 'smoke:rmw_buffer@0x1', program: '#version 450\nvoid main() {}\n', chip: 'navi31' };
  const context = { corpus: openCorpus(), viewer: '' };
  expect(judge(test, context)).toEqual({ error: expect.stringContaining('check shader.frag --chip navi31') });
});

/** Returns the playground's addresses of the tests that guides replay. Lines with a hash may be of another version. */
function collectGuideTests(): readonly string[] {
  const guides = ['docs', 'docs/journeys'].flatMap((guides) =>
    readdirSync(join(findPackageRoot(), guides)).map((name) => join(findPackageRoot(), guides, name)),
  );
  const lines = guides
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => readFileSync(file, 'utf8').split(/[\n`]/));
  const tests = lines.flatMap((line) => (line.includes('~') ? [] : (getPlaygroundHash(line) ?? [])));
  return [...new Set(tests)].filter((test) => SEQUENCES.some(({ name }) => test.includes(`:${name}@`)));
}

/** Returns the path of a script that runs in a separate process. */
function getScriptPath(name: string): string {
  return join(findPackageRoot(), 'test', 'tools', 'site', 'play', `${name}.mjs`);
}

/** Runs the tests in the page's worker, in a process that is not allowed to evaluate code from strings. */
function runInPage(tests: readonly PlayTest[]): { page: string }[] {
  const file = join(folder, 'tests.json');
  writeFileSync(file, JSON.stringify(tests));
  const args = ['--disallow-code-generation-from-strings', getScriptPath('judge-without-eval'), FILE, file];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 }));
}

/** Small, diverse tests that cover all generations. One has an injected fault. */
const TESTS: readonly PlayTest[] = [
  { name: 'smoke:plain_draws@0x1' },
  { name: 'smoke:generated@0x5', chip: 'vega10' },
  { name: 'smoke:depth_export@0x5', chip: 'navi10' },
  { name: 'smoke:rmw_buffer@0x5', chip: 'navi21', fault: 'F46' },
  { name: 'smoke:rmw_buffer@0x5', chip: 'navi31', set: ['storeLatency=300..2000'] },
  { name: 'smoke:rmw_image@0x5', chip: 'navi48' },
];

describe('judge', () => {
  it('returns the same results in a page, which loads generated functions as scripts', () => {
    const context = { corpus: openCorpus(), viewer: '' };
    const inPage = runInPage(TESTS);
    for (const [i, test] of TESTS.entries()) {
      // The pages differ because each side compresses the run page's stream with a different library.
      const { page: _, ...expected } = judge(test, context) as { page: string };
      const { page: __, ...found } = inPage[i]!;
      expect(JSON.stringify(found), test.name).toBe(JSON.stringify(expected));
    }
  });

  it('gives each test of a guide the verdict that the guide expects', async () => {
    const context = { corpus: openCorpus(), viewer: '' };
    expect(guideTests.length).toBeGreaterThan(3);
    for (const address of guideTests) {
      const judged = judge((await decodeAddress(address))!, context);
      expect([address, 'error' in judged ? judged.error : judged.outcome]).toEqual([
        address,
        address.includes('fault=') ? 'fail' : 'pass',
      ]);
    }
  });

  it.each(['./evil.mjs', '//host/share/evil.js', 'https://host/evil.ts', 'evil', 'constructor'])(
    'shows no command for a link to a test of %s',
    (suite) => {
      const context = { corpus: openCorpus(), viewer: '' };
      expect(judge({ name: `${suite}:rmw_buffer@0x1` }, context)).toEqual({
        error: expect.stringContaining(`Unknown suite "${suite}": the playground has smoke, nightly, `),
      });
    },
  );

  it('explains why a test cannot run', () => {
    const context = { corpus: openCorpus(), viewer: '' };
    const test = { name: 'smoke:rmw_buffer@0x5', chip: 'navi21' };
    expect(judge({ ...test, program: 's_endpgm\ns_waitt 0' }, context)).toMatchObject({
      programLine: 2,
      error: expect.stringContaining('s_waitt'),
    });
    expect(judge({ ...test, triangles: [[1, 2]] }, context)).toEqual({
      error: expect.stringMatching(/^Invalid triangle: expected six numbers/),
    });
    expect(judge({ ...test, name: 'smoke:nothing@0x1' }, context)).toEqual({
      error: expect.stringMatching(/^Unknown test "nothing"/),
    });
  });

  it.each(EXERCISES)('detects the mistake introduced in exercise $id', ({ test, change, rules }) => {
    const context = { corpus: openCorpus(), viewer: '' };
    const right = judge(test, context);
    if ('error' in right) throw new Error(right.error);
    expect(right.outcome).toBe('pass');
    const [before, after] = change;
    expect(right.program).toContain(before);
    const wrong = judge({ ...test, program: right.program.replace(before, after) }, context);
    expect(rules).toContain('error' in wrong ? wrong.error : wrong.violations[0]!.rule);
  });
});

describeInBrowser('in a browser, from disk', (openPage) => {
  let page: Page;
  const verdict = (): Promise<string | null> => page.textContent('#verdict');
  /** Performs an action that runs the test, then waits for the verdict. */
  const after = async (action: () => Promise<unknown>): Promise<void> => {
    await page.evaluate('delete document.body.dataset.verdict');
    await action();
    await page.locator('body[data-verdict]').waitFor();
  };
  const removeWait = async (): Promise<void> => {
    const program = await page.inputValue('#program');
    await after(() => page.fill('#program', program.replace('  s_waitcnt_vscnt null, 0x0\n', '')));
  };
  beforeAll(async () => {
    page = await openPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`file://${FILE}`);
    await page.locator('body[data-verdict]').waitFor();
  });
  /** Reopens the first test rather than the page, so that the model starts only once. */
  beforeEach(() => after(() => page.evaluate("location.hash = '#smoke:rmw_buffer@0x5&chip=navi21&set='")));
  afterAll(() => page.close());

  it('reruns a test when its program is changed and changed back', async () => {
    expect(await verdict()).toBe('PASS');
    const program = await page.inputValue('#program');
    await removeWait();
    expect([await verdict(), await page.textContent('#line')]).toEqual([
      'FAIL',
      expect.stringMatching(/^RACE-01 /),
    ]);
    await after(() => page.click('#reset'));
    expect([await verdict(), await page.inputValue('#program')]).toEqual(['PASS', program]);
  });

  it('has a URL that reproduces the same state in another tab', async () => {
    await removeWait();
    await after(() => page.selectOption('#fault', 'F46'));
    const [line, address] = [await page.textContent('#line'), page.url()];
    const other = await openPage();
    await other.goto(address);
    await other.locator('body[data-verdict]').waitFor();
    expect(await other.textContent('#line')).toBe(line);
    expect(await other.inputValue('#program')).not.toContain('s_waitcnt_vscnt');
    await other.close();
  });

  it('opens a test from a guide', async () => {
    const address = guideTests.find((test) => test.includes('fault='));
    await after(() => page.goto(`file://${FILE}#${address}`));
    expect(await verdict()).toBe('FAIL');
  });

  it('shows an exercise next to the program, and warns if a test is too long for a link', async () => {
    const { id, text } = EXERCISES[1]!;
    await after(() => page.click(`[data-exercise=${id}]`));
    expect(await page.textContent('#task')).toBe(text);
    const program = await page.inputValue('#program');
    const noise = Array.from({ length: 1600 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex'));
    await after(() => page.fill('#program', `${program}\n; ${noise.join('')}`));
    await page.getByText('too long for a link').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('runs a dropped scenario', async () => {
    const stored = judge({ name: 'smoke:rmw_image@0x5' }, { corpus: openCorpus(), viewer: '' });
    if ('error' in stored) throw new Error(stored.error);
    await after(() => page.selectOption('#fault', 'F46'));
    await after(() =>
      page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${JSON.stringify(stored.scenario)}], 'scenario.json'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      }`),
    );
    expect(await page.textContent('#picture')).toContain('rmw_image on ');
  });

  it('reports the line of a program error, and can be stopped', async () => {
    const program = await page.inputValue('#program');
    await page.fill('#program', `s_waitt 0\n${program}`);
    await page.locator('#program-error:not(:empty)').waitFor();
    expect(await page.textContent('#program-error')).toMatch(/line 1, "s_waitt 0"/);
    // Click from within the page as soon as it is busy, before a verdict can arrive.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.body.dataset.busy !== 'true') return;
      observer.disconnect();
      document.getElementById('stop').click();
    }).observe(document.body, { attributes: true })`);
    await page.fill('#program', `again:\n  s_branch again\n${program}`);
    await page.getByText('Stopped').waitFor();
  });

  it('stops a program with an infinite loop, then runs the next one', async () => {
    const program = await page.inputValue('#program');
    await after(() => page.fill('#program', `again:\n  s_branch again\n${program}`));
    expect(await verdict()).not.toBe('PASS');
    await after(() => page.click('#reset'));
    expect(await verdict()).toBe('PASS');
  });

  it('fits a phone screen, passes axe, and shows the run in the failure viewer', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate('axe.run()')) as { violations: readonly { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.click('#steps summary');
    const frame = page.frameLocator('#frame iframe');
    await frame.locator('body[data-ready=true]').waitFor();
    expect(await frame.locator('h1').textContent()).toMatch(/^No violation|^PERF-\d+ at cycle/);
    await page.click('#steps summary');
  });
});
