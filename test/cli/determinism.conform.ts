import { join } from 'node:path';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { getComparableResult, readTree } from './support/run-files.js';

const folder = createTempFolder();

describe('a root seed', () => {
  it.each([
    [
      'a run that stops at its third failure',
      ['1', '2'],
      '--count 400 --test empty_section --chip navi21 --fault F46 --max-failures 3'.split(' '),
    ],
  ])(
    'produces the same bytes regardless of the number of workers: %s, with %j workers',
    async (name, workerCounts, options) => {
      const runs = [];
      for (const workers of workerCounts) {
        const out = join(folder, `${name} ${workers}`);
        const args = ['run', 'smoke', '--seed', '0xd15c', '--json', '--workers', workers, '--out', out];
        const { stdout } = await callCli([...args, ...options]);
        runs.push(getComparableResult(stdout, out));
        expect(readTree(join(out, 'coverage')).has('/coverage.msgpack')).toBe(true);
      }
      expect(runs[1]).toEqual(runs[0]);
    },
  );

  it('produces different test seeds than another root seed', async () => {
    const tests = [];
    for (const seed of ['0x1', '0x2']) {
      const { stdout } = await callCli(['run', '--seed', seed, '--json', '--count', '4', '--dry-run']);
      tests.push(JSON.parse(stdout).tests);
    }
    expect(tests[0]).toHaveLength(4);
    for (const { seed } of tests[0])
      expect(tests[1].map((other: { seed: string }) => other.seed)).not.toContain(seed);
  });
});
