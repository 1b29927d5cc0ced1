import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';
import { makePage, makeViewerRun } from './support/shown-run.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Where these tests store screenshots for inspection. Git ignores `out/`. */
const SCREENSHOTS = join(findPackageRoot(), 'out', 'viewer-screenshots');
const folder = createTempFolder();

describeInBrowser("a run's page in a browser", (openPage) => {
  const run = makeViewerRun('smoke:rmw_buffer@0x660c72c6889efb88', 'navi31', ['F43']);
  const records = run.lines.map(({ line }) => JSON.parse(line));
  const [violation] = run.violations;
  const html = makePage(run);
  let page: Page;

  /** Opens a page from disk in the tab shared by all tests. */
  async function openRun(
    content: string,
    width: number,
    hash = '',
    readySelector = 'body[data-ready]',
  ): Promise<void> {
    const file = join(folder, 'run.html');
    writeFileSync(file, content);
    await page.setViewportSize({ width, height: 900 });
    // Browsers do not reload a page when only the fragment changes.
    await page.goto('about:blank');
    await page.goto(`file://${file}${hash}`);
    await page.waitForSelector(readySelector);
  }

  const readText = async (selector: string): Promise<string> =>
    (await page.locator(selector).textContent()) ?? '';
  /** Returns the violations that axe-core reports. */
  async function findAxeViolations(): Promise<unknown> {
    await page.evaluate(AXE);
    return page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))`,
    );
  }
  /** Waits until the views have been redrawn. */
  const nextFrame = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    page = await openPage();
    // Script errors and network requests fail the test.
    page.on('pageerror', (error) => {
      throw error;
    });
    page.on('request', (request) => {
      if (!/^(file|about):/.test(request.url())) throw new Error(request.url());
    });
  });

  describe('of a failing run', () => {
    beforeEach(() => openRun(html, 1280));

    it('starts at the violation, with its wave selected in every view', async () => {
      const { wave, pc } = violation!.place;
      expect(await readText('h1')).toBe(`${violation!.rule} at cycle ${violation!.cycle}`);
      expect(await readText('#cursor')).toBe(`cycle ${violation!.cycle}, wave ${wave}`);
      const hash = () => page.evaluate('location.hash');
      await until(async () => (await hash()) === `#cycle=${violation!.cycle}&wave=${wave}`);
      expect(await page.locator('#program li', { hasText: '!' }).textContent()).toContain(
        `0x${pc!.toString(16)}`,
      );
      expect(await readText('#wave')).toContain('in section');
      expect(await page.locator('#screen li [aria-current]').textContent()).toContain(`wave ${wave},`);
    });

    it('is not ready until its first frame is drawn, however long that takes', async () => {
      const slowPage = await openPage();
      await slowPage.addInitScript(
        'const next = requestAnimationFrame; const skip = (draw, frames) => next(frames === 0 ? draw : () => skip(draw, frames - 1)); requestAnimationFrame = (draw) => skip(draw, 20);',
      );
      await slowPage.goto(`file://${join(folder, 'run.html')}`);
      await slowPage.waitForSelector('body[data-ready]');
      expect(await slowPage.locator('#cursor').textContent()).toMatch(/^cycle \d+, wave \d+$/);
      await slowPage.close();
    });

    it("walks through the witness's steps, updating every view", async () => {
      await page.locator('#steps button').first().click();
      await nextFrame();
      const first = /cycle (\d+): wave (\d+)/.exec(violation!.steps[0]!)!;
      expect(await readText('#cursor')).toBe(`cycle ${first[1]}, wave ${first[2]}`);
      expect(await readText('#wave')).toContain(`wave${first[2]}`);
      await page.keyboard.press('n');
      await nextFrame();
      expect(await page.locator('#steps [aria-current]').textContent()).toBe(violation!.steps[1]);
      await page.locator('#to-violation').click();
      await nextFrame();
      expect(await readText('#steps [aria-current]')).toContain(violation!.observed);
    });

    it('moves between events of the filtered waves using the arrow keys', async () => {
      await page.locator('#waves').fill('3');
      await page.locator('#timeline').focus();
      await nextFrame();
      await page.evaluate('window.untouched = document.querySelector("#events li:last-child")');
      await page.keyboard.press('ArrowRight');
      await nextFrame();
      // Unchanged elements must not be laid out again, which would take longer than a frame.
      expect(await page.evaluate('untouched.isConnected')).toBe(true);
      const next = records.find(({ cycle, wave }) => wave === 3 && cycle > violation!.cycle);
      expect(await readText('#cursor')).toBe(`cycle ${next.cycle}, wave 3`);
      expect(await readText('#found')).toMatch(
        new RegExp(`^${records.filter(({ wave }) => wave === 3).length} of `),
      );
      await page.locator('#waves').fill('');
    });

    it('searches the events and goes to the next match', async () => {
      await page.locator('#to-violation').click();
      await page.locator('#search').fill('memory-performed l2 wave 4');
      await page.locator('#search').press('Enter');
      await nextFrame();
      const next = records.find(
        (t) => t.kind === 'memory-performed' && t.wave === 4 && t.cycle > violation!.cycle,
      );
      expect(await readText('#cursor')).toBe(`cycle ${next.cycle}, wave 4`);
      await page.locator('#search').fill('');
    });

    it('selects the wave and cycle clicked in the timeline, and the pixel clicked on the screen', async () => {
      await page.locator('#zoom-all').click();
      await nextFrame();
      const box = (await page.locator('#timeline').boundingBox())!;
      await page.mouse.click(box.x + box.width - 40, box.y + 22 + 12);
      await nextFrame();
      const { wave } = records.find((t) => t.kind === 'wave-launched' && t.slot === 0);
      expect(await readText('#cursor')).toMatch(new RegExp(`^cycle [6-9],\\d{3}, wave ${wave}$`));
      const screen = (await page.locator('#screen canvas').boundingBox())!;
      await page.mouse.click(screen.x + 3, screen.y + 3);
      await nextFrame();
      expect(await readText('#screen p')).toBe('Pixel (10, 6):');
    });

    it.each([
      [1280, 'light'],
      [390, 'dark'],
    ] as const)('fits %i pixels without axe-core violations in %s', async (width, colorScheme) => {
      await page.setViewportSize({ width, height: 1600 });
      await page.emulateMedia({ colorScheme });
      await nextFrame();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.screenshot({ path: join(SCREENSHOTS, `run-${width}-${colorScheme}.png`) });
      expect(await findAxeViolations()).toEqual([]);
    });
  });

  it('opens at the cycle and wave in the link', async () => {
    await openRun(html, 1280, '#cycle=593&wave=7');
    expect(await readText('#cursor')).toBe('cycle 593, wave 7');
  });

  it('reports a truncated or corrupt file', async () => {
    await openRun(html.slice(0, html.indexOf('"text/plain"') + 3000), 390, '', '#loading');
    expect(await page.locator('#loading').textContent()).toContain('the file is incomplete');
    const corruptPage = html.replace(/(id="run-stream">)[^<]{400}/, '$1');
    await openRun(corruptPage, 390, '', '#loading:has-text("corrupt")');
    expect(await page.locator('#loading').textContent()).toMatch(/^Cannot show this run: /);
  });

  it('explains what a view needs if the stream lacks it', async () => {
    const keptKinds = /^\{"kind":"(wave-formed|section-exit)"/;
    await openRun(makePage({ ...run, lines: run.lines.filter(({ line }) => keptKinds.test(line)) }), 390);
    expect(await page.locator('#memory').textContent()).toContain('the trace has no performed accesses');
    expect(await page.locator('#caches').textContent()).toContain('has no line-filled transactions');
    await page.locator('#waves').fill('99');
    await page.locator('#no-waves', { hasText: 'no wave matches the filter' }).waitFor();
    await page.locator('#waves').fill('');
    await until(async () => (await page.locator('#no-waves').textContent()) === '');
  });
});
