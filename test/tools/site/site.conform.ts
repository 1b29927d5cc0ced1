import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { buildSite } from '../../../tools/site/build-site.js';
import { WORKED_EXAMPLES, writeWorkedExamples } from '../../../tools/site/worked-examples.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';

const root = findPackageRoot();
const out = createTempFolder();
writeWorkedExamples(join(out, 'docs', 'journeys', 'worked'), join(root, 'dist', 'cli', 'main.js'));
const site = buildSite({ root, out });

it('the site contains every page of docs/ and no broken links', () => {
  const pages = ['docs', 'docs/journeys'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  expect(site.pages).toEqual(expect.arrayContaining(pages));
  expect(site.broken).toEqual([]);
});

describeInBrowser('in a browser, from disk', (openPage) => {
  it('navigates from the home page to a guide, and from there to a run', async () => {
    const page = await openPage();
    await page.goto(`file://${join(out, 'index.html')}`);
    await page.waitForSelector('h1');
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
    const { violations } = (await page.evaluate('axe.run()')) as { violations: readonly { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.locator('#content').getByRole('link', { name: 'How POPS works' }).click();
    await page.getByRole('link', { name: 'Watch fault F43' }).click();
    await page.waitForSelector('body[data-ready]');
    expect(await page.locator('h1').textContent()).toMatch(/^ORD-06 at cycle \d+$/);
  });

  it.each(WORKED_EXAMPLES)(
    'plays $name when Play is pressed and stops when it is pressed again',
    async ({ name }) => {
      const page = await openPage();
      await page.goto(`file://${join(out, 'docs', 'journeys', 'worked', `${name}.html`)}`);
      await page.waitForSelector('body[data-ready]');
      const cursor = (): Promise<string | null> => page.locator('#cursor').textContent();
      const picture = (): Promise<unknown> =>
        page.evaluate("document.querySelector('#timeline').toDataURL()");
      const play = page.locator('#play');
      const [event, image] = [await cursor(), await picture()];
      await play.click();
      await until(async () => (await cursor()) !== event);
      expect(await picture()).not.toBe(image);
      await play.click();
      expect(await play.textContent()).toBe('▶ Play');
      await page.close();
    },
  );
});
