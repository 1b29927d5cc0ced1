import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findRunChanges } from '../../../closure/coverage/run-changes.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { describeInBrowser } from '../../support/browser.js';
import { createReport, renderPage } from './support/page.js';
import { makeResults } from './support/results.js';
import { makeFailureView } from './support/shown-failure.js';

/** Where screenshots are saved for inspection; git ignores `out/`. */
const SCREENSHOTS = join(findPackageRoot(), 'out', 'page-screenshots');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Levels A and AA of WCAG 2.2, plus axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Renders a page with a new failure group that has a diagram, an old group, and a known issue. */
function renderFailingPage(): string {
  const failure = makeFailureView();
  const report = createReport('tuesday', [failure.signature, 'ORD-01 db', 'mine']);
  const knownIssues = [{ signature: 'mine', reason: 'an erratum', owner: 'kim', expires: '9999-12-31' }];
  const shown = { ...report, request: { ...report.request, knownIssues } };
  const results = makeResults(200, { 3: failure.signature, 5: 'ORD-01 db', 6: 'mine' });
  const changes = findRunChanges(
    createReport('monday', ['ORD-01 db', 'gone'], () => 0),
    shown,
  );
  return renderPage(shown, { failures: [failure], results, changes, earlierPage: '../monday/index.html' });
}

describeInBrowser('the page', (openPage) => {
  let page: Page;
  beforeAll(async () => {
    const file = join(SCREENSHOTS, 'failing.html');
    mkdirSync(SCREENSHOTS, { recursive: true });
    writeFileSync(file, renderFailingPage());
    page = await openPage();
    await page.goto(`file://${file}`);
  });

  async function showAt(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    await page.setViewportSize({ width, height: 2400 });
    await page.emulateMedia({ colorScheme });
  }

  it.each([390, 820, 1280])(
    'fits a width of %i pixels in light and dark mode, and is saved as a screenshot in each',
    async (width) => {
      for (const scheme of ['light', 'dark'] as const) {
        await showAt(width, scheme);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const heightsScript =
          '[...document.querySelectorAll("svg text")].map((text) => text.getBoundingClientRect().height).filter(Boolean)';
        const heights = await page.evaluate<number[]>(heightsScript);
        expect(heights.length).toBeGreaterThan(0);
        expect(Math.min(...heights)).toBeGreaterThan(9);
        await page.screenshot({ path: join(SCREENSHOTS, `failing-${width}-${scheme}.png`) });
      }
    },
  );

  it('fits on a printed page', async () => {
    await showAt(720, 'light');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(720);
    await page.emulateMedia({ media: 'screen' });
  });

  it('passes axe-core in light mode on a desktop and in dark mode on a phone', async () => {
    // Check collapsed content too. Testplan rows all look alike, as do covergroups, so a few of each will do.
    await page.evaluate(`
      for (const row of document.querySelectorAll('#testplan tbody tr:nth-child(n + 8)')) row.remove();
      for (const details of document.querySelectorAll('main > section > details, article details, .covergroup:first-child')) details.open = true;
    `);
    await page.evaluate(AXE);
    const axeScript = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`;
    const summaryScript =
      'violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary)])';
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await showAt(width, scheme);
      expect(await page.evaluate(`${axeScript}.then(({ violations }) => ${summaryScript})`)).toEqual([]);
    }
  });
});
