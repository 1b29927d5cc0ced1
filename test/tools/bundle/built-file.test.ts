import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFile } from '../../../harness/built/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

it('builtFile returns the bundle if the build is up to date', () => {
  expect(builtFile('harness/workers/worker.js')).toBe(join(dist, 'bundled', 'harness-workers-worker.mjs'));
});

const folder = createTempFolder();

/**
 * Creates a build folder that contains a copy of the compiled harness/built modules, a handwritten module and build
 * info, but no bundles.
 */
function createBuild(name: string) {
  const output = join(folder, name, 'dist');
  for (const subfolder of [join('harness', 'built'), 'bundled', 'arch', 'cli'])
    mkdirSync(join(output, subfolder), { recursive: true });
  writeFileSync(join(folder, name, 'package.json'), '{ "type": "module" }');
  for (const file of readdirSync(join(dist, 'harness', 'built')).filter((module) => module.endsWith('.js')))
    copyFileSync(join(dist, 'harness', 'built', file), join(output, 'harness', 'built', file));
  writeFileSync(join(output, 'cli', 'program.js'), '');
  const info = join(output, 'arch', '.tsbuildinfo');
  writeFileSync(info, 'when bundled');
  return {
    output,
    info,
    bundles: join(output, 'bundled'),
    load: (file: string, query = 0) =>
      import(`${pathToFileURL(join(output, 'harness', 'built', file)).href}?${query}`),
  };
}

it('builtFile returns the module itself if the bundles are stale or missing', async () => {
  const { output, info, bundles, load } = createBuild('clone');
  const { getBuildStates, STAMP_FILE, isFresh } = await load('stamp.js');
  expect(isFresh()).toBe(false);
  writeFileSync(join(bundles, STAMP_FILE), JSON.stringify({ sources: '', builds: getBuildStates(['arch']) }));
  expect(isFresh()).toBe(true);
  const first = await load('index.js', 1);
  expect(first.builtFile('cli/program.js')).toBe(join(bundles, 'cli-program.mjs'));
  writeFileSync(info, 'rebuilt');
  expect(isFresh()).toBe(false);
  expect(first.builtFile('cli/program.js')).toBe(join(bundles, 'cli-program.mjs'));
  const second = await load('index.js', 2);
  expect(second.builtFile('cli/program.js')).toBe(join(output, 'cli', 'program.js'));
});

it('builtFile returns the bundle if there is no compiled code, as in an installed package', async () => {
  const { output, bundles, load } = createBuild('package');
  const { STAMP_FILE, isFresh } = await load('stamp.js');
  writeFileSync(join(bundles, STAMP_FILE), '{}');
  expect(isFresh()).toBe(false);
  rmSync(join(output, 'cli', 'program.js'));
  expect(isFresh()).toBe(true);
});

it('mapStack maps locations in built files to their sources, and keeps other locations', async () => {
  const { output, bundles, load } = createBuild('stacks');
  // The second line of the built file is the fourth line of the source, with columns shifted left by two.
  const makeMap = (source: string) =>
    JSON.stringify({ version: 3, sources: [source], names: [], mappings: ';AAGE' });
  writeFileSync(join(bundles, 'part.mjs.map'), makeMap('../../arch/chips.ts'));
  writeFileSync(join(output, 'arch', 'chips.js.map'), makeMap('../../arch/chips.ts'));
  const { mapStack } = await load('index.js');
  const url = (...segments: string[]) => pathToFileURL(join(output, ...segments)).href;
  const makeStack = (location: string) =>
    `Error: no\n    at chipOf (${location})\n    at ${url('cli', 'main.js')}:9:1`;
  const source = makeStack(`${url('..', 'arch', 'chips.ts')}:4:3`);
  expect(mapStack(makeStack(`${url('bundled', 'part.mjs')}:2:1`))).toBe(source);
  expect(mapStack(makeStack(`${url('arch', 'chips.js')}:2:1`))).toBe(source);
  for (const location of [`${url('bundled', 'of-another-build.mjs')}:2:1`, 'file:///own/suite.js:2:1'])
    expect(mapStack(makeStack(location))).toBe(makeStack(location));
});
