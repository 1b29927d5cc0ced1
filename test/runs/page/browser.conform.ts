import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { getBinRows } from '../../../coverage/index.js';
import type { TreeItem } from '../../../runs/page/coverage-tree.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { createReport, HOSTILE, renderCleanPage, renderPage } from './support/page.js';
import { makeResults } from './support/results.js';

const folder = createTempFolder();

/** Creates a coverpoint with `count` bins, the first of which has a hostile name. */
function makeCoverpoint(count: number): TreeItem {
  const column = (value: (bin: number) => number): number[] =>
    Array.from({ length: count }, (_, bin) => value(bin));
  return {
    name: HOSTILE,
    text: HOSTILE,
    percent: 50,
    share: '50.0%',
    level: 'bad',
    hit: count / 2,
    total: count,
    weight: 1,
    goal: 100,
    axes: [],
    names: column((bin) => bin).map((bin) => (bin === 0 ? HOSTILE : `bin ${bin}`)),
    cells: column(() => -1),
    kinds: column(() => 0),
    hits: column((bin) => bin % 2),
    needs: column(() => 1),
    tests: column((bin) => bin % 2),
    first: column(() => -1),
    texts: { 0: HOSTILE },
    statements: { 0: 'S-001' },
  };
}

/** Replaces the coverage data in a page. */
function replaceCoverage(html: string, items: readonly TreeItem[]): string {
  const group = {
    name: HOSTILE,
    text: '',
    percent: 50,
    share: '50.0%',
    level: 'bad',
    hit: 1,
    total: 2,
    weight: 1,
    goal: 100,
    items,
  };
  const json = JSON.stringify({ groups: [group], lines: [] }).replaceAll('<', '\\u003c');
  return html.replace(/(id="coverage-data">).*?(<\/script>)/s, (_, start, end) => `${start}${json}${end}`);
}

describeInBrowser('the page in a browser', (openPage) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage();
    page.on('pageerror', (error) => {
      throw error;
    });
  });

  /**
   * Opens a page from disk; a script error fails the test. All tests share one tab, so its process is already
   * warm.
   */
  async function openHtml(name: string, html: string, width = 1280): Promise<void> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`file://${file}`);
  }

  it('opens the tree down to the bins using only the keyboard', async () => {
    const run = createReport('r', ['a']);
    await openHtml('tree', renderPage(run));
    const group = page.locator('details.covergroup', { hasText: 'exit-path' });
    await group.locator(':scope > summary').focus();
    await page.keyboard.press('Enter');
    const cross = group.locator('details.item', { hasText: 'generation x exit' });
    await cross.locator(':scope > summary').focus();
    await page.keyboard.press('Enter');
    await cross.locator('.stack tbody tr').first().waitFor();
    expect(await cross.locator('.quiet').nth(1).textContent()).toMatch(
      /^[\d.]+% = \d+ of 10 countable bins; a bin needs 1 hit in passed tests; weight 1; excluded: 3 ignored\.$/,
    );
    const hits = await cross.locator('tr', { hasText: 'gfx9 x message' }).locator('td').nth(1).textContent();
    const row = getBinRows(run.coverage).find(
      ({ group, item, bin }) =>
        group === 'exit-path' && item === 'generation x exit' && bin === 'gfx9 x message',
    );
    expect(hits).toBe(`${row!.passed.hits}`);
  });

  it('finds bins by name and statement, and filters holes', async () => {
    await openHtml('search', renderPage(createReport('r', [], () => 0)));
    await page.locator('#coverage-search').fill('exit-path combined s-090');
    await page.locator('.covergroup td', { hasText: 'combined end' }).first().waitFor();
    expect(await page.locator('#coverage-found').textContent()).toMatch(/^[1-9]\d* bins?$/);
    await page.locator('#coverage-filter').selectOption('once');
    expect(await page.locator('#coverage-found').textContent()).toBe('0 bins');
  });

  it("colours a partial run's verdict differently from a passing run's", async () => {
    const getVerdictColour = async (end: 'count' | 'interrupted'): Promise<string> => {
      await openHtml(end, renderPage({ ...createReport('r', []), end }));
      return page.evaluate("getComputedStyle(document.querySelector('.verdict')).color");
    };
    const passed = await getVerdictColour('count');
    expect(await getVerdictColour('interrupted')).not.toBe(passed);
  });

  it.each([1280, 400])('shows every tab at %i pixels, and does not scroll sideways', async (width) => {
    await openHtml('tabs', renderPage(createReport('r', ['ORD-01 db a'])), width);
    const getRight =
      '[...document.querySelectorAll("nav a")].map((tab) => tab.getBoundingClientRect().right)';
    const rights: number[] = await page.evaluate(getRight);
    expect(Math.max(...rights, await page.evaluate('document.documentElement.scrollWidth'))).toBe(width);
  });

  it('does not cover the focused element with its navigation bar, even when tabbing backwards', async () => {
    const signatures = Array.from({ length: 40 }, (_, i) => `ORD-01 db ${i}`);
    await openHtml('focus', renderPage(createReport('r', signatures)));
    await page.locator('#coverage-search').focus();
    for (let back = 0; back < signatures.length; back++) {
      await page.keyboard.press('Shift+Tab');
      const [top, covered] = await page.evaluate<[number, number]>(
        "[document.activeElement, document.querySelector('nav')].map((part, i) => part.getBoundingClientRect()[['top', 'bottom'][i]])",
      );
      expect(top).toBeGreaterThanOrEqual(covered);
    }
  });

  it("copies a failure's repro command", async () => {
    await openHtml('copy', renderPage(createReport('r', ['ORD-01 db'])));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.group .copy').first().click();
    await page.locator('.group .copy', { hasText: 'Copied' }).first().waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe("pops-tb replay 'ORD-01 db' --small");
  });

  it('filters rules and statements', async () => {
    await openHtml('filters', renderCleanPage());
    const visible = page.locator('#rules tbody tr:visible');
    await page.locator('#rules summary').click();
    await page.locator('#rules select').selectOption('hole');
    expect(await page.locator('#rules output').textContent()).toBe(
      `${await visible.count()} of ${await page.locator('#rules tbody tr').count()}`,
    );
    await page.locator('#rules input').fill('ord-06');
    await page.locator('#rules output', { hasText: /^1 of/ }).waitFor();
    expect(await visible.first().textContent()).toContain('ORD-06');
  });

  it('fits on a phone screen', async () => {
    await openHtml(
      'phone',
      renderPage(createReport('a-run-with-a-rather-long-name'.repeat(3), ['ORD-01 db'])),
      360,
    );
    await page.locator('#coverage-search').fill('message');
    await page.locator('.covergroup td').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('does not cut off or cover any word on a phone', async () => {
    await openHtml(
      'words',
      renderPage(createReport('r', ['ORD-01 db']), { results: makeResults(20, {}) }),
      390,
    );
    expect(await page.locator('.stack td:visible').count()).toBeGreaterThan(0);
    expect(await page.locator('input[placeholder]').count()).toBe(1);
    const clipped = await page.evaluate<string[]>(`(() => {
      const measureWidth = (text, { font }) => {
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = font;
        return pen.measureText(text).width;
      };
      const hasWideLabel = (cell) => {
        const style = getComputedStyle(cell, '::before');
        const words = style.whiteSpace === 'nowrap' ? [cell.dataset.label] : (cell.dataset.label ?? '').split(' ');
        return words.some((word) => measureWidth(word ?? '', style) > parseFloat(style.width));
      };
      const isCut = (text) => {
        const [textBox, svgBox] = [text, text.ownerSVGElement].map((part) => part.getBoundingClientRect());
        return textBox.width > 0 && (textBox.left < svgBox.left - 1 || textBox.right > svgBox.right + 1);
      };
      const isTooNarrow = (input) => {
        const style = getComputedStyle(input);
        const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return measureWidth(input.placeholder, style) > room;
      };
      const all = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
      return [
        ...all('.stack td').filter(hasWideLabel).map((cell) => cell.dataset.label),
        ...all('svg text').filter(isCut).map((text) => text.textContent),
        ...all('input[placeholder]').filter(isTooNarrow).map((input) => input.placeholder),
      ];
    })()`);
    expect(clipped).toEqual([]);
  });

  it('is fast and under 5 MB with a hundred thousand bins, and does not run markup in their names', async () => {
    const html = replaceCoverage(renderPage(createReport(HOSTILE, [HOSTILE])), [makeCoverpoint(100_000)]);
    expect(html.length).toBeLessThan(5_000_000);
    await openHtml('large', html);
    await page.locator('#coverage-search').fill('bin 99999');
    await page.locator('.covergroup td', { hasText: 'bin 99999' }).waitFor();
    await page.locator('#coverage-search').fill('');
    await page.locator('#coverage-found:empty').waitFor({ state: 'attached' });
    await page.locator('.covergroup > summary').press('Enter');
    await page.locator('.item td', { hasText: 'bin 42' }).first().waitFor();
    expect(await page.locator('.item tbody tr').count()).toBe(500);
    expect(await page.title()).toContain('<img');
  });

  it('does not run or load injected markup, but still shows its own bars', async () => {
    const injected =
      '<script>document.title = "ran"</script><img id="i" src="x" onerror="document.title = \'ran\'"><style id="s">body{display:none}</style>';
    await openHtml('policy', renderCleanPage().replace('<main>', `${injected}<main>`));
    await page.locator('#s').waitFor({ state: 'attached' });
    expect(await page.title()).toMatch(/^r: /);
    expect(await page.locator('main').isVisible()).toBe(true);
    const width =
      '(() => getComputedStyle(document.querySelector(".bar[data-share]")).getPropertyValue("--share"))()';
    expect(await page.evaluate(width)).toMatch(/^\d+%$/);
  });
});
