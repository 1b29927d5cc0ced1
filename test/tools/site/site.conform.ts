import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { WORKED_EXAMPLES } from '../../../tools/site/worked-examples.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { describeInBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';

const out = join(createTempFolder(), 'site');
execFileSync(process.execPath, [join(findPackageRoot(), 'dist/tools/site/main.js'), out]);

it('has the playground beside the runs', () => expect(existsSync(join(out, 'play/index.html'))).toBe(true));

describeInBrowser('in a browser, from disk', (openPage) => {
  it.each(WORKED_EXAMPLES)('$name moves to the next event with the right arrow key', async ({ name }) => {
    const page = await openPage();
    await page.goto(`file://${join(out, 'worked', `${name}.html`)}`);
    await page.waitForSelector('body[data-ready]');
    const cursor = (): Promise<string | null> => page.locator('#cursor').textContent();
    const event = await cursor();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await cursor()) !== event);
    await page.close();
  });
});
