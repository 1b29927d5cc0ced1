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
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import { temporaryFolder } from '../cli/support/run-cli.js';

const temporary = temporaryFolder();

/** Copies the program's sources, uncompiled as in a fresh clone, to a path with a space in it. */
function copySources(): string {
  const folder = join(temporary, 'fresh folder');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const program = JSON.parse(readFileSync(join(packageRoot(), 'tsconfig.program.json'), 'utf8'));
  const rooms = (program.references as { path: string }[]).map(({ path }) => path.split('/')[1]!);
  for (const part of [...new Set(rooms), 'package.json', 'tsconfig.base.json', 'tsconfig.program.json'])
    cpSync(join(packageRoot(), part), join(folder, part), { recursive: true });
  // The commands folder is not linked, because the build adds a command to it.
  const packages = readdirSync(join(packageRoot(), 'node_modules')).filter((name) => name !== '.bin');
  for (const part of [...packages.map((name) => join('node_modules', name)), 'data', 'docs'])
    symlinkSync(join(packageRoot(), part), join(folder, part), 'junction');
  return folder;
}

it('a fresh clone bundles and runs without a compiler, and again after its sources change', () => {
  const folder = copySources();
  const node = (...words: string[]): string =>
    execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  const version = (): string => node(join('node_modules', '.bin', 'pops-tb'), '--version');
  node(join('bundle', 'make.mjs'));
  expect(existsSync(join(folder, 'dist', 'cli', 'program.js'))).toBe(false);
  const { version: number } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(version()).toMatch(new RegExp(`^${number} \\(model \\d+\\)\n$`));
  const out = join(folder, 'run');
  node(join('dist', 'cli', 'main.js'), 'run', '--count', '1', '--out', out);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<script type="module">');
  appendFileSync(join(folder, 'cli', 'program.ts'), "\nprintResult('changed');\n");
  node(join('bundle', 'make.mjs'));
  expect(version()).toMatch(/^changed\n/);
});
