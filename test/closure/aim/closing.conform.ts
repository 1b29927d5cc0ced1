import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPinnedSuite } from '../../../closure/rank/pinned-suite.js';
import { readManifest } from '../../../harness/records/manifest.js';
import { formatTestId } from '../../../harness/selection/plan.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

/**
 * Runs a few `nightly` tests, then spends as little time as possible searching for tests that hit uncovered bins. The
 * tests that it finds are stored in `SUITE.json`.
 */
async function runNightly(suite: string, name: string, ...options: readonly string[]) {
  const out = join(folder, name);
  const config = join(folder, `${suite}.config.json`);
  writeFileSync(config, JSON.stringify({ night: { closing: `${suite}.json`, share: 0 } }));
  const args = ['--count', '3', '--workers', '1', '--json', '--out', out, '--config', config];
  const { code, stdout, stderr } = await callCli(['run', 'nightly', ...args, ...options]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return { out, stderr, document: JSON.parse(stdout), first: readManifest(out).first.map(formatTestId) };
}

it('a nightly run stores tests that hit its holes, and the next one runs them first unless given --seed', async () => {
  const { out, document, first } = await runNightly('closing', 'first');
  expect(first).toEqual([]);
  expect(document.closing.closed).toBeGreaterThan(0);
  const found = readPinnedSuite(join(folder, 'closing.json')).tests.map(formatTestId);
  expect(new Set(found)).toEqual(new Set(document.closing.tests));
  // A hole is reported as unclosed only if at least one test targeted it.
  const { resisting: unclosed, untried } = document.closing;
  expect(untried).toBeGreaterThan(0);
  for (const { tried } of unclosed) expect(tried).toBeGreaterThan(0);
  const report = readFileSync(join(out, 'report.md'), 'utf8');
  expect(report.includes('## Holes that no test hit')).toBe(unclosed.length > 0);
  // A report regenerated from the log also contains the result.
  const regenerated = await callCli(['report', out, '--json']);
  expect(JSON.parse(regenerated.stdout).closing).toEqual(document.closing);

  expect(await listPlannedTests()).toEqual(found.slice(0, 3));
  for (const id of await listPlannedTests('--seed', '0x7')) expect(found).not.toContain(id);
});

/** Returns the tests that the next nightly run would start with, given `--count 3`. */
async function listPlannedTests(...options: readonly string[]): Promise<string[]> {
  const config = join(folder, 'closing.config.json');
  const args = ['run', 'nightly', '--count', '3', '--dry-run', '--json', '--config', config];
  const { stdout } = await callCli([...args, ...options]);
  return JSON.parse(stdout).tests.map(({ test }: { test: string }) => test);
}

it('a nightly run skips an unreadable closing suite and leaves it untouched', async () => {
  const file = join(folder, 'damaged.json');
  writeFileSync(file, '{');
  const { stderr, first } = await runNightly('damaged', 'unread');
  expect(stderr).toMatch(/^Starting without the tests that closed coverage holes: .*damaged\.json/m);
  expect([first, readFileSync(file, 'utf8')]).toEqual([[], '{']);
});
