import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Spread, writeManyBuckets } from '../regression/support/many-buckets.js';
import { temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const BUCKETS = 35_000;
const TENTH = BUCKETS / 10;
const MIB = 2 ** 20;

/**
 * What ten times as many buckets may take, over a report of a tenth of them, a good part of which is its start. A number of seconds would
 * depend on the machine, and on what else runs there.
 */
const TIMES_MAX = 5;
/** The system ends a report after that much processor time, and Node with more memory than that. */
const PROCESSOR_SECONDS = 120;
const HEAP_MB = 320;

/** Processor seconds of a report, which must succeed. */
function secondsOf(run: string): number {
  const told = `${run}-times`;
  const command = `"${process.execPath}" --max-old-space-size=${HEAP_MB} "${MAIN}" report "${run}"`;
  const limited = `ulimit -t ${PROCESSOR_SECONDS}; ${command}; code=$?; times >"${told}"; exit $code`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', limited], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  // The second line has the seconds of the shell's children: in the program, and in the system for it.
  const [, children] = readFileSync(told, 'utf8').split('\n');
  const parts = [...children!.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * +minutes! + +seconds!,
  );
  expect(parts).toHaveLength(2);
  return parts[0]! + parts[1]!;
}

it.each<[Spread, string, string]>([
  ['apart', '30,000 more failure groups', '34,800 more failure groups in report.md'],
  ['together', '30,000 more buckets', '34,000 more buckets in report.md'],
])('reports 35,000 buckets that lie %s, and shows the largest', (spread, hiddenInMarkdown, hiddenOnPage) => {
  const few = secondsOf(writeManyBuckets(folder, `${spread}-few`, TENTH, spread));
  const run = writeManyBuckets(folder, spread, BUCKETS, spread);
  expect(secondsOf(run)).toBeLessThan(TIMES_MAX * few);
  const sizes = ['index.html', 'report.md', 'junit.xml'].map((name) => statSync(join(run, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(5 * MIB);
  const text = (name: string): string => readFileSync(join(run, name), 'utf8');
  expect(text('index.html')).toContain(hiddenOnPage);
  expect(text('report.md')).toContain(hiddenInMarkdown);
  expect(text('junit.xml')).toContain('30,000 more buckets in report --json');
  expect(text('junit.xml').match(/<testcase classname="pops\.rmw_buffer"/g)).toHaveLength(5000);
});
