import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { WORKED_EXAMPLES, writeWorkedExamples } from '../../../tools/site/worked-examples.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';

const out = createTempFolder();
writeWorkedExamples(out, join(findPackageRoot(), 'dist', 'cli', 'main.js'));

describeInBrowser('in a browser, from disk', (openPage) => {
  it.each(WORKED_EXAMPLES)('$name moves to the next event with the right arrow key', async ({ name }) => {
    const page = await openPage();
    await page.goto(`file://${join(out, `${name}.html`)}`);
    await page.waitForSelector('body[data-ready]');
    const cursor = (): Promise<string | null> => page.locator('#cursor').textContent();
    const event = await cursor();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await cursor()) !== event);
    await page.close();
  });
});
