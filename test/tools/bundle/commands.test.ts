import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../../cli/commands.js';
import { builtFile } from '../../../harness/built/index.js';

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
  ['replay', 900_000],
  ['check-trace', 900_000],
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
