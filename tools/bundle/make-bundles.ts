import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import {
  BUNDLES,
  type BuiltModule,
  ENTRIES,
  EXTENSION,
  getBundleName,
  MAIN,
  PAGE_SCRIPTS,
  ROOT,
  STANDALONE_ENTRIES,
  VIEWER,
} from '../../harness/built/paths.js';
import { computeStamp, readExistingStamp, STAMP_FILE } from '../../harness/built/stamp.js';
import { planChunks } from './chunk-plan.js';
import { collectNotices, NOTICES_FILE } from './notices.js';
import { getBundleSource, getTreeShakeOptions, SOURCE_OPTIONS, SOURCE_ROOT } from './sources.js';

/**
 * Links `main` as the `pops-tb` command of the package in `root`. npm only links the binaries of dependencies, so
 * `npx pops-tb` would otherwise fail in a clone.
 */
function linkBin(root: string, main: string): void {
  chmodSync(main, 0o755);
  const folder = join(root, 'node_modules', '.bin');
  if (!existsSync(join(root, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'pops-tb');
  const target = relative(folder, main);
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@node "%~dp0\\${target}" %*\r\n`);
    return;
  }
  // Two builds may run at once. The last one wins, and the link exists at all times.
  const temporaryLink = `${link}.${process.pid}`;
  rmSync(temporaryLink, { force: true });
  symlinkSync(target, temporaryLink);
  renameSync(temporaryLink, link);
}

/** Packages included in the bundles. Node loads all others, such as native packages and the user's own fast-check. */
const INLINED_PACKAGES = ['@msgpack/msgpack', 'commander', 'yaml', 'zod'];

/** Paths of the modules included in the bundles so far. */
const bundledIds = new Set<string>();

/** Keeps names, so that stack traces stay readable. */
const MINIFY_OPTIONS = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;
const MINIFIED = { minify: MINIFY_OPTIONS, comments: false } as const;

/**
 * Options for bundles that run on Node but use the packages' ECMAScript modules, which need no wrappers and can
 * be tree-shaken. Under Node's own conditions, yaml only provides CommonJS.
 */
const NODE_OPTIONS: InputOptions = {
  ...SOURCE_OPTIONS,
  platform: 'node',
  external: isExternal,
  resolve: {
    ...SOURCE_OPTIONS.resolve,
    mainFields: ['module', 'main'],
    alias: { yaml: join(SOURCE_ROOT, 'node_modules', 'yaml', 'browser', 'dist', 'index.js') },
  },
};

/**
 * Lets git see that the files of a new clone are unchanged. Runs ask git for changes without writing its index, and as
 * long as that is no newer than the files, git reads them all again for each run.
 */
function refreshGitIndex(): void {
  execFile('git', ['-C', ROOT, 'status', '--porcelain'], () => undefined);
}

/** The build step that bundles everything a command and its workers load into a few files. */
async function makeBundles(): Promise<void> {
  // Computed before any source is read, so that files written in the meantime make the bundles stale.
  const stamp = computeStamp();
  if (isDeepStrictEqual(readExistingStamp(), stamp)) return;
  refreshGitIndex();
  const folder = `${BUNDLES}.${process.pid}`;
  await bundleShared(ENTRIES, folder);
  for (const module of STANDALONE_ENTRIES)
    await bundleFile(module, join(folder, `${getBundleName(module)}${EXTENSION}`), MINIFIED);
  const viewer = { ...MINIFIED, minify: true };
  await bundleFile(VIEWER.module, join(folder, VIEWER.bundle), viewer, { platform: 'browser' });
  for (const name of readdirSync(join(ROOT, PAGE_SCRIPTS)).filter((file) => file.endsWith('.ts')))
    await bundleFile(join(PAGE_SCRIPTS, name), join(folder, name.replace(/ts$/, 'js')));
  const main = join(folder, 'main.js');
  await bundleFile('cli/main.ts', main);
  writeFileSync(join(folder, NOTICES_FILE), collectNotices(bundledIds));
  writeFileSync(join(folder, STAMP_FILE), JSON.stringify(stamp, undefined, 2));
  mkdirSync(dirname(MAIN), { recursive: true });
  renameSync(main, MAIN);
  // Retried because a command that is exiting may still be writing to Node's compile cache there.
  rmSync(BUNDLES, { recursive: true, force: true, maxRetries: 5 });
  renameSync(folder, BUNDLES);
}

/** Bundles modules that may run in the same process. Code that they share goes into separate chunks. */
async function bundleShared(modules: readonly BuiltModule[], dir: string): Promise<void> {
  const input = Object.fromEntries(modules.map((module) => [getBundleName(module), getBundleSource(module)]));
  const options: InputOptions = { ...NODE_OPTIONS, input, treeshake: getTreeShakeOptions(modules) };
  const chunkNamer = await planChunks(options);
  await write(
    { ...options, preserveEntrySignatures: 'allow-extension' },
    {
      dir,
      format: 'esm',
      sourcemap: true,
      minify: MINIFY_OPTIONS,
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: `[name]${EXTENSION}`,
      chunkFileNames: `[name]-[hash]${EXTENSION}`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkNamer, debugName: 'kinds', includeDependenciesRecursively: false }],
      },
    },
  );
}

/** Writes bundles and records the modules in them. */
async function write(input: InputOptions, output: OutputOptions): Promise<void> {
  const bundle = await rolldown(input);
  const { output: files } = await bundle.write(output);
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) bundledIds.add(id);
}

/** Bundles a module without side effects into one tree-shaken file. */
async function bundleFile(
  module: string,
  file: string,
  output: OutputOptions = {},
  input?: InputOptions,
): Promise<void> {
  await write(
    { ...NODE_OPTIONS, input: getBundleSource(module), treeshake: getTreeShakeOptions([module]), ...input },
    { file, format: 'esm', ...output },
  );
}

/** Whether Node should resolve a module at run time. Anything that does not look like a package name is a file. */
function isExternal(name: string): boolean {
  return /^[@\w]/.test(name) && !INLINED_PACKAGES.some((inlined) => `${name}/`.startsWith(`${inlined}/`));
}

await makeBundles();
linkBin(ROOT, MAIN);
