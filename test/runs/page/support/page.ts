import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTestplan } from '../../../../closure/testplan/testplan.js';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { NO_WAIVERS } from '../../../../harness/records/waivers.js';
import {
  createManifest,
  type RunReport,
  type RunRequest,
} from '../../../../harness/run-directory/run-request.js';
import { type Bucket, Tally } from '../../../../harness/run-directory/tally.js';
import { DEFAULT_LIMITS } from '../../../../harness/workers/pool.js';
import type { PageData } from '../../../../runs/page/page-data.js';
import { PAGE_SCRIPTS, renderRunPage } from '../../../../runs/page/run-page.js';
import { summariseRun } from '../../../../runs/text/run-summary.js';
import { createFilledCoverage } from '../../../closure/coverage/support/filled.js';

/** A string that tries to inject markup and a script, and to close the script that contains it. */
export const HOSTILE = `"'><img src=x onerror="document.title='owned'"></script><script>document.title='owned'</script>`;

/** Creates a run of 20 tests with one failure per signature. */
export function createReport(
  runId: string,
  signatures: readonly string[],
  getHits?: (bin: number) => number,
): RunReport {
  const request: RunRequest = {
    runId,
    suite: 'smoke',
    seed: { high: 0, low: 1 },
    overrides: { chips: [], knobs: {}, faults: [] },
    count: 20,
    workers: 2,
    outDir: 'out/r',
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
  };
  const tally = new Tally();
  tally.tests = 20;
  tally.passed = 20 - signatures.length;
  tally.rules['ORD-01'] = { armed: 7, fired: signatures.length };
  for (const signature of signatures) tally.buckets.set(signature, createBucket(signature));
  return { request, tally, coverage: createFilledCoverage(getHits), end: 'count', seconds: 2, kept: 0 };
}

function createBucket(signature: string): Bucket {
  const repro = `pops-tb replay '${signature}'`;
  const smallest = { test: 'rmw_image.2', repro: `${repro} --small`, waves: 2 };
  return {
    signature,
    rule: 'ORD-01',
    count: 1,
    first: 'rmw_buffer.1',
    repro,
    smallest,
    examples: [],
    causes: new Map([['', 1]]),
  };
}

/** Renders a run's page with the bundled scripts. */
export function renderPage(report: RunReport, overrides: Partial<PageData> = {}): string {
  const scripts = PAGE_SCRIPTS.map((name) =>
    readFileSync(join(findPackageRoot(), `dist/bundled/${name}.js`), 'utf8'),
  );
  const page = {
    report,
    summary: summariseRun(report),
    manifest: createManifest(report.request),
    failures: [],
    results: [],
    plan: buildTestplan([report]),
    waivers: NO_WAIVERS,
    getRerunCommand: ({ name }: { name: string }) => `pops-tb replay ${name}`,
    ...overrides,
  };
  return renderRunPage(page, scripts);
}

let cleanPage: string | undefined;

/** Returns the page of a run without failures, rendered only once. */
export function renderCleanPage(): string {
  cleanPage ??= renderPage(createReport('r', []));
  return cleanPage;
}
