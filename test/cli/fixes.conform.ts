import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const RUN = join(folder, 'night');

const rerun = (out: string, ...options: string[]) =>
  callCli([
    'run',
    '--rerun-failures',
    RUN,
    ...'--workers 1 --json --out'.split(' '),
    join(folder, out),
    ...options,
  ]);

it('a rerun of stored scenarios under many schedules proves a fix or reports what still fails', async () => {
  const options = '--test rmw_buffer --seed 0x7 --count 1 --fault F46 --workers 1'.split(' ');
  await callCli(['run', ...options, '--out', RUN]);
  const beforeFix = await rerun('before', '--schedules', '2');
  expect(beforeFix.code).toBe(1);
  expect(beforeFix.stderr).toContain('fixes: 0 of 1 scenarios of ORD-06 spi, under 2 schedules each');
  const [group] = JSON.parse(beforeFix.stdout).again.groups;
  expect(group).toMatchObject({ signature: 'ORD-06 spi', state: 'still failing', runs: 2, failed: 2 });
  // This time, the device does not have the fault that caused the failure.
  const afterFix = await rerun('after', '--schedules', '3', '--group', 'ORD-06*', '--fault', 'none');
  expect(afterFix.code).toBe(0);
  expect(JSON.parse(afterFix.stdout).again).toMatchObject({
    stored: 1,
    without: ['F46'],
    groups: [{ state: 'fixed', runs: 3 }],
  });
  const report = readFileSync(join(folder, 'after', 'report.md'), 'utf8');
  expect(report).toMatch(/^## Fixes\n\n- fixed: ORD-06 spi: 3 runs of 1 stored scenario pass.*\n- was: /m);
  expect(readFileSync(join(folder, 'after', 'index.html'), 'utf8')).toContain('1 of 1 failure group fixed');
  const { stdout } = await callCli(['report', join(folder, 'after')]);
  expect(stdout).toMatch(/^fixed: ORD-06 spi: 3 runs of 1 stored scenario pass/m);
  // A later report on the run still shows the fix.
  const laterReport = await callCli(['report', join(folder, 'after'), '--json']);
  expect(JSON.parse(laterReport.stdout).again.groups).toMatchObject([
    { state: 'fixed', lastStep: expect.any(String) },
  ]);
});

it('a rerun keeps all faults of the original run or removes them all', async () => {
  const { code, stderr } = await rerun('other', '--fault', 'F47');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot use --fault with --rerun-failures')]);
});

it('--schedules requires --rerun-failures', async () => {
  const { code, stderr } = await callCli(['run', '--schedules', '3']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('without --rerun-failures')]);
});
