import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { hasTool } from './external-tool.js';

/** Keeps Chromium from starting helper processes, which take longer to start than most tests take to run. */
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** Opens a tab whose waits never time out, since a busy machine is slow. Only the test runner's timeout applies. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/**
 * Defines tests that share one Chromium instance, started before the first test and closed after the last. Skips
 * them if Chromium is not installed.
 */
export function describeInBrowser(name: string, tests: (openPage: OpenPage) => void): void {
  describe.runIf(hasTool('chromium', 'chromium'))(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
      browser = await chromium.launch({ executablePath, args: ARGS, timeout: 0 });
    });
    afterAll(() => browser.close());
    tests(async (options) => {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(0);
      return page;
    });
  });
}
