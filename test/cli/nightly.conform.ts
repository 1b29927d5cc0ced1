import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendEvents } from '../../harness/run-directory/event-log.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
/** A nightly run with only a few quick tests. */
const NIGHTLY = ['run', 'nightly', '--test', 'rmw_buffer', '--chip', 'navi21', '--workers', '1'];
const RUN_A = join(folder, 'out/a');
const FAILURE = {
  hash: null,
  outcome: 'failed' as const,
  signature: 's',
  rule: 'ORD-02',
  waves: 1,
  summary: 'w',
};

function readManifest(run: string) {
  return JSON.parse(readFileSync(join(folder, run, 'manifest.json'), 'utf8'));
}

describe('the nightly suite', () => {
  it('prints its new seed first, records what ran, and starts with the failures of the previous run', async () => {
    const firstRun = await callCli([...NIGHTLY, '--count', '1', '--out', RUN_A]);
    const { seed, commit, dirty, version } = readManifest('out/a');
    expect(firstRun.stderr.split('\n')[0]).toContain(`nightly: 1 test, seed ${seed}, 1 worker, ${RUN_A}`);
    expect({ version, commit: typeof commit, dirty: typeof dirty }).toEqual({
      version: '0.1.0',
      commit: 'string',
      dirty: 'boolean',
    });
    const test = { test: 'rmw_buffer.7', seed: '0x123' };
    appendEvents(join(folder, 'out/a', 'events.msgpack'), [{ event: 'failed', ...test, ...FAILURE }]);
    const args = [...NIGHTLY, '--count', '2', '--out', join(folder, 'out/b')];
    const dryRun = await callCli([...args, '--dry-run', '--json']);
    expect(JSON.parse(dryRun.stdout).tests[0]).toEqual({ test: `rmw_buffer.7@${seed}`, seed: '0x123' });
    const { code } = await callCli(args);
    expect(code).toBe(0);
    expect(readManifest('out/b').seed).not.toBe(seed);
    expect(readManifest('out/b').first).toMatchObject([{ sequence: 'rmw_buffer', index: 7, root: seed }]);
    expect(readdirSync(join(folder, 'out/b'))).toContain('junit.xml');
  });

  it('does not rerun earlier failures if a seed is given', async () => {
    const args = [...'run nightly --seed 0x1 --count 3 --workers 1 --out'.split(' '), join(folder, 'out/c')];
    const { stdout } = await callCli([...args, '--dry-run', '--json']);
    for (const { test } of JSON.parse(stdout).tests) expect(test).not.toContain('@');
  });
});
