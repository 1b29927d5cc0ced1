import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { linkBin } from './link-bin.js';
import { NOTICES_FILE, noticesOf } from './notices.js';
import {
  BUNDLED,
  type BuiltModule,
  bundleName,
  ENTRIES,
  EXTENSION,
  LAYERS,
  MAIN,
  PAGE_SCRIPTS,
  ROOT,
  VIEWER,
} from './places.js';
import { onlyUsed, SOURCE, SOURCES, sourceOf } from './sources.js';
import { existingStamp, STAMP_FILE, stampNow } from './stamp.js';

/** Packages included in the bundles; all others are left to Node, such as native ones and a user's own fast-check. */
const INLINED = ['@msgpack/msgpack', 'commander', 'yaml', 'zod'];

/** Modules included in a bundle, by path. */
const bundled = new Set<string>();

/** Keep names, for stacks. */
const MINIFIED = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

/**
 * Files below this size that are loaded by nearly the same modules are merged: each file costs a process an open
 * file.
 */
const SMALL_FILE_BYTES = 10_000;

/** `--help` and the start of threads have their own file, so that they load no more; a final slash means a whole folder. */
const HELP_FILES: readonly string[] = [
  'base/basics/colour-mark.ts',
  'base/basics/is-file.ts',
  'base/terminal/exit-code.ts',
  'base/terminal/help-text.ts',
  'base/terminal/integer-option.ts',
  'base/terminal/terminal.ts',
  'bundle/',
  'cli/commands.ts',
  'cli/config-option.ts',
  'cli/limits-option.ts',
  'cli/removed-names.ts',
  'harness/extension/nearest-config.ts',
  'harness/threads/',
  'transactions/usage-error.ts',
  'transactions/visible-text.ts',
].map((name) => join(SOURCE, name));

/** Files shared by bundles. */
const SHARED: NonNullable<OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'help', test: (id) => HELP_FILES.some((start) => id.startsWith(start)), priority: 1 },
    // A design's watchdog loads nothing else: each design starts one.
    { name: 'watched', test: (id) => id === join(SOURCE, 'designs/cosim/watched-process.ts'), priority: 1 },
    // Threads read no command line.
    { name: 'commander', test: /node_modules.commander/, priority: 1 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_FILE_BYTES },
  ],
};

/**
 * For Node, but with packages' ECMAScript modules: they load without wrappers, and their unused parts are dropped.
 * Under Node's conditions, yaml has only CommonJS.
 */
const FOR_NODE: InputOptions = {
  ...SOURCES,
  platform: 'node',
  external: isExternal,
  resolve: {
    ...SOURCES.resolve,
    mainFields: ['module', 'main'],
    alias: { yaml: join(SOURCE, 'node_modules', 'yaml', 'browser', 'dist', 'index.js') },
  },
};

/** Build step: puts everything that a command and its workers load into a few files. */
async function makeBundles(): Promise<void> {
  // Taken before reading anything: files written meanwhile make the bundles stale.
  const stamp = stampNow();
  if (isDeepStrictEqual(existingStamp(), stamp)) return;
  const folder = `${BUNDLED}.${process.pid}`;
  await writeShared(ENTRIES, folder);
  for (const module of LAYERS) await writeDefining(module, join(folder, `${bundleName(module)}${EXTENSION}`));
  await writeDefining(VIEWER.module, join(folder, VIEWER.bundle), { platform: 'browser' }, { minify: true });
  for (const name of readdirSync(join(ROOT, PAGE_SCRIPTS)).filter((file) => file.endsWith('.ts')))
    await writeAlone(join(PAGE_SCRIPTS, name), join(folder, name.replace(/ts$/, 'js')));
  const main = join(folder, 'main.js');
  await writeAlone('cli/main.ts', main);
  writeFileSync(join(folder, NOTICES_FILE), noticesOf(bundled));
  writeFileSync(join(folder, STAMP_FILE), JSON.stringify(stamp, undefined, 2));
  mkdirSync(dirname(MAIN), { recursive: true });
  renameSync(main, MAIN);
  // A command that ends meanwhile may write Node's compiled code.
  rmSync(BUNDLED, { recursive: true, force: true, maxRetries: 5 });
  renameSync(folder, BUNDLED);
}

/** Modules loaded in one process share common code in separate files. */
async function writeShared(modules: readonly BuiltModule[], dir: string): Promise<void> {
  const input = Object.fromEntries(modules.map((module) => [bundleName(module), sourceOf(module)]));
  await write(
    { ...FOR_NODE, input, treeshake: onlyUsed(modules) },
    {
      dir,
      format: 'esm',
      sourcemap: true,
      minify: MINIFIED,
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: `[name]${EXTENSION}`,
      chunkFileNames: `[name]-[hash]${EXTENSION}`,
      codeSplitting: SHARED,
    },
  );
}

/** Makes bundles and records their modules. */
async function write(input: InputOptions, output: OutputOptions): Promise<void> {
  const bundle = await rolldown(input);
  const { output: files } = await bundle.write(output);
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) bundled.add(id);
}

/** One file with only what it uses of the rooms: their modules only define things. */
async function writeDefining(
  module: string,
  file: string,
  input?: InputOptions,
  output?: OutputOptions,
): Promise<void> {
  await write(
    { ...FOR_NODE, input: sourceOf(module), treeshake: onlyUsed([module]), ...input },
    { file, format: 'esm', minify: MINIFIED, comments: false, ...output },
  );
}

/** One readable file with only what it uses. */
async function writeAlone(module: string, file: string): Promise<void> {
  await write(
    { ...FOR_NODE, input: sourceOf(module), treeshake: onlyUsed([module]) },
    { file, format: 'esm' },
  );
}

/** Whether Node should resolve a module at run time; names unlike a package's are files. */
function isExternal(name: string): boolean {
  return /^[@\w]/.test(name) && !INLINED.some((inlined) => `${name}/`.startsWith(`${inlined}/`));
}

await makeBundles();
linkBin(ROOT, MAIN);
