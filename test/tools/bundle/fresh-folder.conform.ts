import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const temporary = createTempFolder();

/** Copies the program's sources, uncompiled as in a fresh clone, to a path with a space in it. */
function copySources(): string {
  const folder = join(temporary, 'fresh folder');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const program = JSON.parse(readFileSync(join(findPackageRoot(), 'tsconfig.program.json'), 'utf8'));
  const sourceFolders = (program.references as { path: string }[]).map(({ path }) => path.split('/')[1]!);
  for (const entry of [
    ...new Set(sourceFolders),
    join('tools', 'bundle'),
    'package.json',
    'tsconfig.base.json',
    'tsconfig.program.json',
  ])
    cpSync(join(findPackageRoot(), entry), join(folder, entry), { recursive: true });
  // The commands folder is not linked, because the build adds a command to it.
  const packages = readdirSync(join(findPackageRoot(), 'node_modules')).filter((name) => name !== '.bin');
  for (const entry of [...packages.map((name) => join('node_modules', name)), 'data', 'docs'])
    symlinkSync(join(findPackageRoot(), entry), join(folder, entry), 'junction');
  return folder;
}

it('a fresh clone bundles and runs without a compiler, and does so again after its sources change', () => {
  const folder = copySources();
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const version = (): string => node(join('node_modules', '.bin', 'pops-tb'), '--version');
  node(join('tools', 'bundle', 'make.mjs'));
  expect(existsSync(join(folder, 'dist', 'cli', 'program.js'))).toBe(false);
  const { version: packageVersion } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(version()).toMatch(new RegExp(`^${packageVersion} \\(model \\d+\\)\n$`));
  const out = join(folder, 'run');
  node(join('dist', 'cli', 'main.js'), 'run', '--count', '1', '--out', out);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<script type="module">');
  appendFileSync(join(folder, 'cli', 'program.ts'), "\nprintResult('changed');\n");
  node(join('tools', 'bundle', 'make.mjs'));
  expect(version()).toMatch(/^changed\n/);
});
