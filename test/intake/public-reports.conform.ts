import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { findTestDriver } from './source/support/test-driver.js';

/** Public reports of mistakes, each as its smallest input, with the script that tries them. No commit may hold them. */
const REPORTS = join(findPackageRoot(), '..', 'shared', 'reports');
const driver = findTestDriver();

describe.skipIf(driver === undefined || !existsSync(REPORTS))(`the reports of ${REPORTS}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pops-reports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // Their script splits its lines at blanks, which the clone's path may have.
  const clone = join(folder, 'clone');
  symlinkSync(findPackageRoot(), clone);
  const reports = existsSync(REPORTS)
    ? readdirSync(REPORTS).filter((name) => existsSync(join(REPORTS, name, 'expect.txt')))
    : [];

  it.each(reports)('%s gets the outcome that its reporter needed', (name) => {
    const { status, stdout, stderr } = spawnSync('python3', [join(REPORTS, 'run'), clone, driver!, name], {
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '1 of 1 reports right\n', '']);
  });
});
