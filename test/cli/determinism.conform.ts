import { join } from 'node:path';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { getComparableResult, readTree } from './support/run-files.js';

const folder = createTempFolder();

it('a run that stops at its third failure produces the same bytes with one worker as with two', async () => {
  const runs = [];
  for (const workers of ['1', '2']) {
    const out = join(folder, workers);
    const args = ['run', 'smoke', '--seed', '0xd15c', '--json', '--workers', workers, '--out', out];
    const options = '--count 400 --test empty_section --chip navi21 --fault F46 --max-failures 3'.split(' ');
    const { stdout } = await callCli([...args, ...options]);
    runs.push(getComparableResult(stdout, out));
    expect(readTree(join(out, 'coverage')).has('/coverage.msgpack')).toBe(true);
  }
  expect(runs[1]).toEqual(runs[0]);
});
