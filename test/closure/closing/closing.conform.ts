import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPinnedSuite } from '../../../closure/rank/pinned-suite.js';
import { readManifest } from '../../../harness/records/manifest.js';
import { testId } from '../../../harness/selection/test-name.js';
import { callCli } from '../../cli/support/call-cli.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';

const folder = temporaryFolder();
const CONFIG = join(folder, 'pops-tb.config.json');
const SUITE = join(folder, 'closing.json');
writeFileSync(CONFIG, JSON.stringify({ night: { closing: 'closing.json', share: 0 } }));

/** A night of a few tests with the shortest possible search. */
async function night(name: string, ...options: readonly string[]) {
  const out = join(folder, name);
  const args = ['--count', '3', '--workers', '1', '--json', '--out', out, '--config', CONFIG];
  const { code, stdout } = await callCli(['run', 'nightly', ...args, ...options]);
  expect(code).toBe(0);
  return { out, document: JSON.parse(stdout), first: readManifest(out).first.map(testId) };
}

it('adds tests that hit holes of a night to a suite that the next night runs first, unless it has a seed', async () => {
  const { out, document, first } = await night('first');
  expect(first).toEqual([]);
  expect(document.closing.closed).toBeGreaterThan(0);
  const found = readPinnedSuite(SUITE).tests.map(testId);
  expect(new Set(found)).toEqual(new Set(document.closing.tests));
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('## Holes that resisted');
  // A report remade from the log has it too.
  const again = await callCli(['report', out, '--json', '--config', CONFIG]);
  expect(JSON.parse(again.stdout).closing).toEqual(document.closing);

  expect((await night('second')).first).toEqual(found);
  const seeded = await night('seeded', '--seed', '0x7');
  expect([seeded.first, seeded.document.closing]).toEqual([[], undefined]);
});
