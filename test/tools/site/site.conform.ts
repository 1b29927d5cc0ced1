import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { WORKED_EXAMPLES, writeWorkedExamples } from '../../../tools/site/worked-examples.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';

const out = createTempFolder();
writeWorkedExamples(out, join(findPackageRoot(), 'dist', 'cli', 'main.js'));

describeInBrowser('in a browser, from disk', (openPage) => {
  it.each(WORKED_EXAMPLES)(
    'plays $name when Play is pressed and stops when it is pressed again',
    async ({ name }) => {
      const page = await openPage();
      await page.goto(`file://${join(out, `${name}.html`)}`);
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
