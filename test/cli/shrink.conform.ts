import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from './support/call-cli.js';
import { type CliResult, createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
let failure = '';
let signature = '';
/** The result of shrinking `failure`. The files are written next to it. */
let shrinkResult: CliResult;
/** The same failure in a copy of the run that has not been shrunk. */
let unshrunkCopy = '';

beforeAll(async () => {
  const out = join(folder, 'out');
  const { stdout } = await callCli([
    ...'run --workers 1 --seed 0x8 --fault F46 --json --out'.split(' '),
    out,
  ]);
  const [bucket] = JSON.parse(stdout).buckets;
  signature = bucket.signature;
  const path = join('failures', readdirSync(join(out, 'failures'))[0]!, bucket.first);
  failure = join(out, path);
  cpSync(out, join(folder, 'unshrunk'), { recursive: true });
  unshrunkCopy = join(folder, 'unshrunk', path);
  const outputs = ['--test', 'vitest'];
  shrinkResult = await callCli(['shrink', failure, '--budget', '10m', '--json', ...outputs]);
});

/**
 * Runs the vitest file next to the failure in a project that has this package and vitest installed, so the package's
 * exports resolve.
 */
function runGeneratedTest(): string {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(findPackageRoot(), join(modules, 'pops-testbench'));
  symlinkSync(join(findPackageRoot(), 'node_modules', 'vitest'), join(modules, 'vitest'));
  const vitest = join(findPackageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, '--testTimeout=300000'],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return stdout + stderr;
}

describe('shrink', () => {
  it('reports the failure first, and writes a replayable scenario and a failing test', async () => {
    const { code, stdout, stderr } = shrinkResult;
    const document = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^FAIL  ${signature}\\n.+\\nnpx --no-install pops-tb replay '`));
    expect(document).toMatchObject({ signature, file: join(failure, 'shrunk.json'), complete: true });
    expect(document.shrunk.waves).toBeLessThan(document.original.waves / 10);
    const replayed = JSON.parse((await callCli(['replay', document.file, '--json'])).stdout);
    expect(replayed).toMatchObject({ signature, waves: document.shrunk.waves, repeatable: true });
    const output = runGeneratedTest();
    expect(output).toContain(`no longer fails with ${signature}`);
    expect(output).toMatch(/Tests +1 failed/);
    expect(output).toMatch(new RegExp(`observed  .*\\n[^]*FAIL  ${signature}`));
    expect(document.test).toBe(join(failure, 'shrunk.test.ts'));
  });

  it('stores a case that passes without its fault, with "--fault none"', async () => {
    const { code, stdout } = await callCli([
      'replay',
      join(failure, 'shrunk.json'),
      '--fault',
      'none',
      '--json',
    ]);
    expect([code, JSON.parse(stdout).signature]).toEqual([0, null]);
  });

  it('prints the diagram, the sizes and the commands to paste', async () => {
    const { stdout } = await callCli(['shrink', unshrunkCopy, '--budget', '1s']);
    expect(stdout).toMatch(/before +\d+ waves, .*\nshrunk +\d+ waves?, /);
    expect(stdout).toMatch(/replay +npx --no-install pops-tb replay '.*shrunk\.json'/);
    expect(stdout).toMatch(/^ORD-/m);
  });
});
