import { CHIP_NAMES } from '../../arch/index.js';
import { callCli } from './support/call-cli.js';

const dryRun = async (...options: string[]) =>
  (await callCli(['run', 'matrix', '--test', 'H01-8x8-*', '--dry-run', ...options])).stdout.split('\n');

test("lists a cell's tests on one chip per generation, then forbidden combinations with their reasons", async () => {
  const lines = await dryRun();
  expect(lines.slice(0, 6).map((line) => line.split(' ')[0])).toEqual([
    'H01-8x8-vega10.0',
    'H01-8x8-navi10.0',
    'H01-8x8-navi21.0',
    'H01-8x8-navi31.0',
    'H01-8x8-strix.0',
    'H01-8x8-navi48.0',
  ]);
  expect(lines[6]).toMatch(
    /^C05 {2}forbidden on gfx9, gfx10, gfx10.3, gfx11, gfx11.5, gfx12: no driver reports the shading-rate interlock/,
  );
});

test('runs on every chip with --chip all', async () => {
  const tests = (await dryRun('--chip', 'all')).filter((line) => line.startsWith('H01-'));
  expect(tests).toHaveLength(CHIP_NAMES.length);
});

test('includes cells in the list of tests', async () => {
  const { stdout } = await callCli(['list', 'tests', '--json']);
  const rows = JSON.parse(stdout) as { name: string; text: string }[];
  expect(rows.find(({ name }) => name === 'H34-*')?.text).toContain(
    'forbidden on gfx11: there is no message',
  );
});
