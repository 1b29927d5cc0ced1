import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { hasTool } from './external-tool.js';

/** Flags that keep Chromium from starting helper processes, which take longer than most tests run. */
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-gpu'];

/** Opens a tab in which only the runner's limit ends a wait: a loaded machine is slow. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Tests in one Chromium, started before the first and closed after the last; skipped if not installed. */
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
