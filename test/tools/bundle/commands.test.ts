import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COMMANDS } from '../../../cli/commands.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { builtFile } from '../../../harness/built/index.js';
import { collectNotices, NOTICES_FILE } from '../../../tools/bundle/notices.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pops-tb-notices-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a package in `node_modules` and returns the path of one of its modules. */
function installPackage(name: string, files: Readonly<Record<string, string>>): string {
  const packageFolder = join(folder, 'node_modules', name);
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ name, version: '1.2.3' }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(packageFolder, file), text);
  return join(packageFolder, 'lib', 'index.js');
}

it("lists the licence of each package once, and skips the project's own modules", () => {
  const scoped = installPackage('@scope/one', { LICENSE: 'Permission is hereby granted.' });
  const unscoped = installPackage('two', { 'licence.txt': 'Redistribution is permitted.\n' });
  expect(
    collectNotices([unscoped, scoped, scoped.replace('index', 'other'), join(folder, 'cli', 'main.ts')]),
  ).toBe(
    'The bundles in this folder contain code from these packages.\n' +
      '\n@scope/one 1.2.3\n\nPermission is hereby granted.\n' +
      '\ntwo 1.2.3\n\nRedistribution is permitted.\n',
  );
});

it('rejects a package without a licence file', () => {
  const bare = installPackage('bare', { 'README.md': 'bare' });
  expect(() => collectNotices([bare])).toThrow('bare 1.2.3 has no licence file: it cannot be bundled.');
});

it('covers every bundled package', () => {
  const notices = readFileSync(join(findPackageRoot(), 'dist', 'bundled', NOTICES_FILE), 'utf8');
  for (const name of ['@msgpack/msgpack', 'commander', 'yaml', 'zod'])
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+$`, 'm'));
});

/** A script that runs `--help` on each command, discards the output, and prints the exit codes. */
const SCRIPT = `
  const [program, ...names] = process.argv.slice(1);
  const { runProgram } = await import(program);
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  const codes = [];
  for (const name of names) codes.push(await runProgram([name, '--help']));
  print(JSON.stringify(codes));
`;

it('the bundle contains every command', () => {
  const names = COMMANDS.map(({ name }) => name);
  const args = ['--input-type=module', '-e', SCRIPT, builtFile('cli/program.js'), ...names];
  const codes = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  expect(codes).toEqual(names.map(() => 0));
});

it('--help loads less than 150 kB of the bundles', () => {
  expect(countBytes([builtFile('cli/program.js')])).toBeLessThan(150_000);
});

it.each([
  ['init', 150_000],
  ['disasm', 600_000],
  ['replay', 950_000],
  ['check-trace', 950_000],
  ['exec', 900_000],
  ['check', 1_500_000],
])('%s loads neither the model nor the rules', (name, maxBytes) => {
  const folder = dirname(builtFile('cli/program.js'));
  const files = readdirSync(folder).filter((file) => new RegExp(`^${name}-command-.*\\.mjs$`).test(file));
  expect(files).not.toEqual([]);
  expect(countBytes(files.map((file) => join(folder, file)))).toBeLessThan(maxBytes);
});

/** Returns the total size in bytes of the given files and everything that they statically import. */
function countBytes(files: readonly string[]): number {
  const loaded = new Set(files);
  for (const file of loaded)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /\bimport(?:[^'"()]*from)?\s*["'](\.[^"']+)["']/g,
    ))
      loaded.add(join(dirname(file), name!));
  return [...loaded].reduce((sum, file) => sum + statSync(file).size, 0);
}
