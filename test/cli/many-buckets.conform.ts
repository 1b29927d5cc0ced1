import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Grouping, writeManyBuckets } from '../harness/support/many-buckets.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const BUCKETS = 14_000;
const MIB = 2 ** 20;

/** Node's heap limit in MiB. A report aborts if it needs more. */
const HEAP_MB = 140;

/**
 * The CPU time after which the system kills a hung report. A report takes two seconds, or five on a busy machine,
 * so this is not a test of its speed.
 */
const CPU_LIMIT_SECONDS = 100;

it.each<[Grouping, string, string]>([
  ['separate', '9,000 more failure groups', '13,800 more failure groups in report.md'],
  ['grouped', '9,000 more buckets', '13,000 more buckets in report.md'],
])('reports 14,000 buckets (%s), but shows only the largest', (spread, hiddenInMarkdown, hiddenOnPage) => {
  const run = writeManyBuckets(folder, spread, BUCKETS, spread);
  const limited = `ulimit -t ${CPU_LIMIT_SECONDS}; exec "${process.execPath}" --max-old-space-size=${HEAP_MB} "${MAIN}" report "${run}"`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', limited], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const sizes = ['index.html', 'report.md', 'junit.xml'].map((name) => statSync(join(run, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(5 * MIB);
  const readReport = (name: string): string => readFileSync(join(run, name), 'utf8');
  expect(readReport('index.html')).toContain(hiddenOnPage);
  expect(readReport('report.md')).toContain(hiddenInMarkdown);
  expect(readReport('junit.xml')).toMatch(/13,\d+ tests missing above/);
});
