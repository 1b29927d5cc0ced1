import { execFileSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { hasTool } from './external-tool.js';

/** Flags that keep Chromium from starting helper processes, each of which takes longer to start than most tests run. */
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
const START_MS = 60_000;

/** Tests in one Chromium, started before the first and closed after the last; skipped if it is not installed. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  describe.runIf(hasTool('chromium', 'chromium'))(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
      browser = await chromium.launch({ executablePath, args: ARGS });
    }, START_MS);
    afterAll(() => browser.close());
    tests(() => browser);
  });
}
