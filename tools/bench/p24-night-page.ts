import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { formatFirstHitCommand } from '../../closure/coverage/index.js';
import { buildTestplan } from '../../closure/testplan/index.js';
import { findPackageRoot } from '../../harness/basics/index.js';
import { NO_WAIVERS, readManifest } from '../../harness/records/index.js';
import { openPastRun, readTestResults, reportOnRun } from '../../harness/run-directory/index.js';
import { readPageScript } from '../../harness/terminal/index.js';
import { PAGE_SCRIPTS, renderRunPage } from '../../runs/page/run-page.js';
import { summariseRun } from '../../runs/text/run-summary.js';
import { compareToLimit, createTimedSide, type Metric, type Setup } from './harness.js';

/** Number of tests on the page: the most that it lists. */
const TESTS = 100_000;
const RUN = 'run smoke --count 100 --seed 0x1 --workers 2 --out';
/** Maximum and target times, in seconds. */
const WRITE = { max: 1, target: 0.5 };
const OPEN = { max: 1, target: 0.5 };

/** P24: the page of a night of 100,000 tests: its writing, and from opening it to the result of a filter. */
export const p24NightPage: Metric = {
  id: 'P24',
  title: 'pages of 100,000 tests written, and opened and filtered, relative to the required rate',
  unit: 'pages/s',
  setUp() {
    const { status, stdout } = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' });
    if (status === 0) return startBrowser(stdout.trim());
    return { pairs: [], skipped: [{ comparator: 'Chromium', install: 'apt-get install -y chromium' }] };
  },
};

async function startBrowser(executablePath: string): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p24-'));
  const render = createRenderer(join(folder, 'run'));
  const file = join(folder, 'index.html');
  writeFileSync(file, render());
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await openTab(browser);
  return {
    pairs: [
      compareToLimit(createTimedSide('written', 1, render), WRITE),
      compareToLimit(
        createTimedSide('opened and filtered', 1, () => findBins(page, file)),
        OPEN,
      ),
    ],
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openTab(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  return page;
}

/** Runs a few tests, and returns a function that renders the page of a run that has their results many times. */
function createRenderer(directory: string): () => string {
  const main = join(findPackageRoot(), 'dist', 'cli', 'main.js');
  execFileSync(process.execPath, [main, ...RUN.split(' '), directory], { stdio: 'ignore' });
  const report = reportOnRun(directory);
  const rows = readTestResults(openPastRun(directory));
  const page = {
    report,
    summary: summariseRun(report),
    manifest: readManifest(directory),
    failures: [],
    plan: buildTestplan([report]),
    waivers: NO_WAIVERS,
    ways: [],
    results: Array.from({ length: TESTS }, (_, position) => ({ ...rows[position % rows.length]!, position })),
    getRerunCommand: formatFirstHitCommand,
  };
  const scripts = PAGE_SCRIPTS.map(readPageScript);
  return () => renderRunPage(page, scripts);
}

/** Opens the page and waits for the bins whose names contain a word. */
async function findBins(page: Page, file: string): Promise<void> {
  await page.goto(`file://${file}`);
  await page.locator('#coverage-search').fill('message');
  await page.locator('#coverage-found', { hasText: 'bins' }).waitFor();
}
