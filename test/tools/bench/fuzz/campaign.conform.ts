import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { runCli } from '../../../cli/support/run-cli.js';

const ROOT = findPackageRoot();

it.skipIf(!existsSync(join(ROOT, '.git')))(
  'a quarter of a minute of fuzzing, from a seed that each commit has for itself, finds nothing without a named outcome',
  async () => {
    const commit = execFileSync('git', ['rev-parse', '--short=16', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim();
    const main = join(ROOT, 'dist/tools/bench/fuzz/main.js');
    const args = ['--minutes', '0.25', '--seed', `0x${commit}`];
    const { code, stdout, stderr } = await runCli(args, ROOT, undefined, { main });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^all had expected outcomes$/m);
  },
);
