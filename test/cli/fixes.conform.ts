import { join } from 'node:path';
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

it('a rerun of failures fails as they did, and passes in a build without their faults', async () => {
  const options = '--test rmw_buffer --seed 0x7 --count 1 --fault F46 --workers 1'.split(' ');
  await callCli(['run', ...options, '--out', RUN]);
  expect((await rerun('before')).code).toBe(1);
  const { code, stdout } = await rerun('after', '--group', 'ORD-06*', '--fault', 'none');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).again).toMatchObject({ stored: 1, without: ['F46'] });
});

it('a rerun keeps all faults of the original run or removes them all', async () => {
  const { code, stderr } = await rerun('other', '--fault', 'F47');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot use --fault with --rerun-failures')]);
});
