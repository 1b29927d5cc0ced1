import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { callCli } from '../../cli/support/call-cli.js';
import { splitShellWords } from '../../cli/support/doc-commands.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';

const GUIDE = readFileSync(join(findPackageRoot(), 'docs/debugging.md'), 'utf8');
/** The guide's screenshots. */
const GUIDE_IMAGES = join(findPackageRoot(), 'docs/images');
/** Where this test stores its screenshots. With `SCREENSHOTS=docs`, they replace those in the guide. */
const CURRENT_IMAGES =
  process.env.SCREENSHOTS === 'docs' ? GUIDE_IMAGES : join(findPackageRoot(), 'out/guide-screenshots');
const OUT = join(createTempFolder(), 'out');
/** The fraction of pixels that may differ between screenshots, since fonts vary between machines. */
const MAX_DIFFERENCE = 0.2;

describeInBrowser('the debugging guide', (openPage) => {
  let page: Page;
  const nextFrame = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const readText = async (selector: string): Promise<string> =>
    ((await page.locator(selector).first().textContent()) ?? '').trim();

  beforeAll(async () => {
    mkdirSync(CURRENT_IMAGES, { recursive: true });
    const [, line] = /^\$ npx --no-install pops-tb (run --fault .*)$/m.exec(GUIDE)!;
    await callCli([...splitShellWords(line!), '--out', OUT]);
    page = await openPage({ viewport: { width: 1100, height: 900 }, colorScheme: 'light' });
    await page.goto(`file://${join(OUT, 'index.html')}`);
  });

  /** Takes a screenshot of an element, or of the visible part of the page, and compares it with the guide's. */
  async function compareScreenshot(name: string, selector?: string): Promise<void> {
    const file = `${name}.png`;
    const path = join(CURRENT_IMAGES, file);
    const current =
      selector === undefined
        ? await page.screenshot({ path })
        : await page.locator(selector).first().screenshot({ path });
    expect(GUIDE).toContain(`(images/${file})`);
    const blankPage = await openPage();
    const guideScreenshot = readFileSync(join(GUIDE_IMAGES, file));
    const screenshots = [guideScreenshot, current].map((png) => png.toString('base64'));
    const difference = await blankPage.evaluate<number>(makeDifferenceScript(screenshots));
    await blankPage.close();
    expect([file, difference < MAX_DIFFERENCE]).toEqual([file, true]);
  }

  /** Expects the guide to quote the given text from the page. */
  const expectQuoted = (text: string): void => expect(GUIDE.replace(/\s+/g, ' ')).toContain(text);

  /** Checks the group in the report, then clicks through to its run's page. */
  async function goFromGroupToRun(): Promise<void> {
    await compareScreenshot('report-group', '#failures article.group');
    const link = page.locator('#failures article.group a', { hasText: 'viewer' }).first();
    await link.click();
    await page.waitForSelector('body[data-ready]');
    await nextFrame();
    expectQuoted(await readText('h1'));
  }

  /** Checks the witness: the waves ran in the right order. */
  async function readWitness(): Promise<void> {
    await compareScreenshot('run-page');
    for (const step of (await page.locator('#steps button').allTextContents()).slice(0, -1))
      expectQuoted(step);
    const facts = await readText('#wave');
    expect(facts).toContain('not yet exitednone');
    expectQuoted('"not yet exited": none');
  }

  /** Checks that the load in the program requests coherence. */
  async function findLoad(): Promise<void> {
    await page.locator('#steps button').nth(2).click();
    await nextFrame();
    const line = (await readText('#program li.at')).replace(/^!\s*/, '').replace(/\s+/g, ' ');
    expect(line).toMatch(/ glc$/);
    expectQuoted(line);
  }

  /** Finds the store and the load of the old value in memory, and the stale line in the cache. */
  async function findStaleLine(): Promise<void> {
    await page.locator('#to-violation').click();
    await nextFrame();
    expectQuoted(await readText('#memory tbody td'));
    const accesses = await page.locator('#memory tbody tr:first-child button').allTextContents();
    const load = accesses.find((text) => text.includes('wave 77 '))!;
    expectQuoted(load);
    expectQuoted(accesses[accesses.indexOf(load) - 1]!);
    const line = (await page.locator('#caches tbody tr').first().locator('td').allTextContents()).join(', ');
    expect(line).toMatch(/^L0 2, .*stale since .*, serving wave 77$/);
    expectQuoted(line);
    await compareScreenshot('stale-line', '#caches-panel');
    await compareScreenshot('memory-word', '#memory-panel');
  }

  it('leads from the report to the stale line and quotes the pages correctly', async () => {
    for (const step of [goFromGroupToRun, readWitness, findLoad, findStaleLine]) await step();
  });
});

/**
 * Makes a script that returns the fraction of pixels that differ between two base64 images, or 1 if their aspect
 * ratios differ too much.
 */
function makeDifferenceScript(screenshots: readonly string[]): string {
  return `Promise.all(${JSON.stringify(screenshots)}.map(async (base64) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + base64;
    await image.decode();
    const context = new OffscreenCanvas(500, 400).getContext('2d');
    context.drawImage(image, 0, 0, 500, 400);
    return { data: context.getImageData(0, 0, 500, 400).data, aspectRatio: image.width / image.height };
  })).then(([a, b]) => {
    if (Math.abs(a.aspectRatio / b.aspectRatio - 1) > 0.25) return 1;
    let differing = 0;
    for (let i = 0; i < a.data.length; i += 4) differing += Math.abs(a.data[i] - b.data[i]) > 64;
    return differing / (a.data.length / 4);
  })`;
}
