import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

it('qualify reports kills, writes the matrix, and exits with 1 if a fault survives', async () => {
  const options = ['--count', '1', '--workers', '2', '--json'];
  const { code, stdout, stderr } = await callCli([
    'qualify',
    'F46',
    'F159',
    ...options,
    '--matrix',
    join(folder, 'matrix.json'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^F46 ORD-06\nF159 survived\n/);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ killed: 1, total: 2, testsToKill: { median: 1, worst: 1 } });
  expect(document.faults[0]).toMatchObject({ id: 'F46', killed: true, rule: 'ORD-06', tests: 1 });
  expect(document.faults[1]).toMatchObject({ id: 'F159', killed: false, tests: 1 });
  const rows = JSON.parse(readFileSync(join(folder, 'matrix.json'), 'utf8'));
  expect(rows).toMatchObject([{ id: 'F46', rule: 'ORD-06', tests: 1 }]);
});
