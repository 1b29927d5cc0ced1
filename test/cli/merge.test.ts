import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from './support/run-cli.js';
import { resultOf } from './support/run-files.js';

const folder = temporaryFolder();
const COUNT = 10;
const TESTS = [
  '--workers',
  '1',
  '--seed',
  '0xd15c',
  '--count',
  `${COUNT}`,
  '--fault',
  'F46',
  '--max-failures',
  '1000',
];
const SHARDS = ['1', '2'].map((name) => join(folder, name));
const WHOLE = join(folder, 'whole');
let whole = '';

beforeAll(async () => {
  whole = (await runCli(['run', ...TESTS, '--json', '--out', WHOLE], folder)).stdout;
  for (const [index, out] of SHARDS.entries()) {
    await runCli(['run', ...TESTS, '--shard', `${index + 1}/2`, '--out', out], folder);
  }
});

function merge(...args: string[]) {
  return runCli(['merge', ...args, '--json'], folder);
}

describe('merging', () => {
  it('all shards, in any order and one of them twice, gives what the whole run gives', async () => {
    const out = join(folder, 'merged');
    const { code, stdout } = await merge(SHARDS[1]!, SHARDS[0]!, SHARDS[1]!, '--out', out);
    expect(code).toBe(1);
    expect(resultOf(stdout, out)).toEqual(resultOf(whole, WHOLE));
    expect(JSON.parse((await runCli(['run', '--resume', out, '--json'], folder)).stdout).tests).toBe(COUNT);
  });

  it('a shard with the whole run counts its tests once', async () => {
    const out = join(folder, 'with-whole');
    const { stdout } = await merge(SHARDS[1]!, WHOLE, '--out', out);
    expect(resultOf(stdout, out)).toEqual(resultOf(whole, WHOLE));
  });

  it('says so when a shard is missing', async () => {
    const { stdout } = await runCli(['merge', ...SHARDS.slice(1), '--out', join(folder, 'part')], folder);
    expect(stdout).toMatch(/ended +only 5 tests have a result; others of this run were lost or never ran/);
  });

  it('refuses parts of different runs, and says how they differ', async () => {
    const other = join(folder, 'other');
    cpSync(WHOLE, other, { recursive: true });
    const manifest = readFileSync(join(other, 'manifest.json'), 'utf8');
    writeFileSync(join(other, 'manifest.json'), manifest.replace('0xd15c', '0x2'));
    const { code, stderr } = await merge(WHOLE, other, '--out', join(folder, 'never'));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^Cannot merge .* tests is "smoke@0xd15c \* F46" in one, "smoke@0x2 \* F46" in the other/,
    );
  });
});

describe('--rerun-failures', () => {
  it('runs exactly the tests that failed, with their seeds and faults', async () => {
    const { stdout } = await runCli(['run', '--rerun-failures', WHOLE, '--json', '--out', 'again'], folder);
    const [before, again] = [JSON.parse(whole), JSON.parse(stdout)];
    expect(before.failed).toBeGreaterThan(0);
    expect(again).toMatchObject({ tests: before.failed, failed: before.failed, passed: 0 });
    expect(again.buckets).toEqual(before.buckets);
  });

  it('of a run without failures runs nothing, and that is a success', async () => {
    mkdirSync(join(folder, 'clean'));
    cpSync(join(WHOLE, 'manifest.json'), join(folder, 'clean', 'manifest.json'));
    const { code, stdout } = await runCli(
      ['run', '--rerun-failures', 'clean', '--json', '--out', 'none'],
      folder,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tests: 0, failed: 0 });
  });
});
