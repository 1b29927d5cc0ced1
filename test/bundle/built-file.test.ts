import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { builtFile } from '../../bundle/index.js';
import { temporaryFolder } from '../cli/support/run-cli.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

it('is the bundle, once the build is done', () => {
  expect(builtFile('regression/workers/worker.js')).toBe(
    join(dist, 'bundled', 'regression-workers-worker.js'),
  );
});

/** A folder with the modules of this room, one built room and a bundle made of both, each of them written by hand. */
function otherBuild(): string {
  const folder = temporaryFolder();
  for (const part of ['bundle', 'bundled', 'arch', 'cli'])
    mkdirSync(join(folder, 'dist', part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const file of readdirSync(join(dist, 'bundle')).filter((name) => name.endsWith('.js')))
    copyFileSync(join(dist, 'bundle', file), join(folder, 'dist', 'bundle', file));
  writeFileSync(join(folder, 'dist', 'cli', 'program.js'), '');
  return folder;
}

const folder = otherBuild();
const info = join(folder, 'dist', 'arch', '.tsbuildinfo');
const bundled = join(folder, 'dist', 'bundled');
const load = (file: string, again: number) =>
  import(`${pathToFileURL(join(folder, 'dist', 'bundle', file)).href}?${again}`);

it('is the module itself where a room has been built since, or there are no bundles', async () => {
  const { stampOf, STAMP_FILE, isFresh } = await load('stamp.js', 0);
  expect(isFresh()).toBe(false);
  writeFileSync(info, 'as it was bundled');
  writeFileSync(join(bundled, STAMP_FILE), JSON.stringify(stampOf(['arch'])));
  expect(isFresh()).toBe(true);
  const first = await load('built-file.js', 1);
  expect(first.builtFile('cli/program.js')).toBe(join(bundled, 'cli-program.js'));
  writeFileSync(info, 'as it is built');
  expect(isFresh()).toBe(false);
  expect(first.builtFile('cli/program.js')).toBe(join(bundled, 'cli-program.js'));
  const second = await load('built-file.js', 2);
  expect(second.builtFile('cli/program.js')).toBe(join(folder, 'dist', 'cli', 'program.js'));
});

it('is the bundle in an installed package, which has no rooms and no files of the build', async () => {
  const { isFresh } = await load('stamp.js', 3);
  expect(isFresh()).toBe(false);
  rmSync(join(folder, 'dist', 'cli', 'program.js'));
  expect(isFresh()).toBe(true);
});

it('gives a stack its modules back where a bundle threw, and leaves all else', async () => {
  // The second line of the bundle is the fourth of the module, each of its columns two further left.
  const map = { version: 3, sources: ['../arch/chips.js'], names: [], mappings: ';AAGE' };
  writeFileSync(join(bundled, 'part.js.map'), JSON.stringify(map));
  const { originalStack } = await load('original-stack.js', 0);
  const url = (...parts: string[]) => pathToFileURL(join(folder, 'dist', ...parts)).href;
  const stack = (place: string) => `Error: no\n    at chipOf (${place})\n    at ${url('cli', 'main.js')}:9:1`;
  expect(originalStack(stack(`${url('bundled', 'part.js')}:2:1`))).toBe(
    stack(`${url('arch', 'chips.js')}:4:3`),
  );
  const replaced = stack(`${url('bundled', 'of-another-build.js')}:2:1`);
  expect(originalStack(replaced)).toBe(replaced);
});
