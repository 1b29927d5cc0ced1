import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTempFolder, runCli } from '../support/run-cli.js';

const root = findPackageRoot();
const EXAMPLES = readdirSync(join(root, 'docs', 'examples')).filter((name) => name.endsWith('.ts'));

/** Creates a user's project with the package installed, so imports resolve through the package's `exports`. */
function createUserFolder(): string {
  const folder = createTempFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'pops-testbench'));
  for (const name of ['fast-check', 'vitest']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  // The linked package has to look installed; otherwise Vitest would transform its modules instead of letting Node load
  // them.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { resolve: { preserveSymlinks: true } };');
  for (const name of EXAMPLES) copyFileSync(join(root, 'docs', 'examples', name), join(folder, name));
  return folder;
}

const folder = createUserFolder();

/** The compiler options that a careful user would set. */
const STRICTEST = [
  'strict',
  'noUncheckedIndexedAccess',
  'noPropertyAccessFromIndexSignature',
  'exactOptionalPropertyTypes',
];

it('the examples compile with the strictest settings', () => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = [
    ...STRICTEST.flatMap((name) => [`--${name}`, 'true']),
    ...'--skipLibCheck false --noEmit'.split(' '),
  ];
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--types', ''];
  const args = [compiler, '--ignoreConfig', ...options, ...modules, ...EXAMPLES];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
  expect(stdout).toBe('');
});

it("the examples' own test passes in a project that uses the package", () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1' };
  const output = execFileSync(process.execPath, [vitest, 'run', '--testTimeout=300000'], {
    encoding: 'utf8',
    cwd: folder,
    env,
  });
  expect(output).toMatch(/Tests +4 passed/);
});

it('the example suite runs on workers, is recorded with its hash, and replays from the line printed for a failure', async () => {
  const file = "small id's.suite.ts";
  copyFileSync(join(root, 'docs', 'examples', 'small-ids.suite.ts'), join(folder, file));
  const args = ['run', file, ...'--seed 0x3 --fault F46 --max-failures 1 --workers 1 --out out'.split(' ')];
  const { code, stdout, stderr } = await runCli(args, folder);
  expect(code, stderr).toBe(1);
  const manifest = JSON.parse(readFileSync(join(folder, 'out', 'manifest.json'), 'utf8'));
  expect(manifest.suite).toBe(file);
  expect(manifest.suiteFile).toEqual({
    path: join(folder, file),
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const name = /replay '(.*)' --fault F46/.exec(stdout)![1]!;
  expect(name).toMatch(/^small id'\\''s\.suite\.ts:(rmw_buffer|one_packer)@0x/);
  const replayed = await runCli(['replay', name.replaceAll("'\\''", "'"), '--fault', 'F46'], folder);
  expect(replayed.code).toBe(1);
  expect(replayed.stdout).toContain('FAIL  ORD-06');
});
