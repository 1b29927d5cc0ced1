import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { BUILT, BUNDLED, type BuiltModule, bundleName, ENTRIES, LAYERS, VIEWER } from './places.js';
import { isFresh, STAMP_FILE, stampOf } from './stamp.js';

/** Packages that become part of the bundles; all others are left to Node, such as native ones and a user's own fast-check. */
const INLINED = ['@msgpack/msgpack', 'commander', 'picocolors', 'yaml', 'zod'];

/** Names stay as they are, for stacks. */
const MINIFIED = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Step of the build after the compiler: puts what a command and its workers load into a few files. */
async function makeBundles(): Promise<void> {
  if (isFresh()) return;
  const rooms = readdirSync(BUILT).filter((room) => existsSync(join(BUILT, room, '.tsbuildinfo')));
  // Taken before anything is read: what the compiler writes meanwhile makes the bundles stale.
  const before = stampOf([...rooms, VIEWER.room]);
  const folder = `${BUNDLED}.${process.pid}`;
  const chunks = await writeBundles(folder);
  for (const module of LAYERS) await writeLayer(module, folder);
  await writeViewer(folder);
  const used = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(roomOf)));
  const unused = rooms.filter((room) => !used.has(room)).map((room) => Object.keys(stampOf([room]))[0]!);
  const stamp = Object.fromEntries(Object.entries(before).filter(([file]) => !unused.includes(file)));
  writeFileSync(join(folder, STAMP_FILE), JSON.stringify(stamp, undefined, 2));
  rmSync(BUNDLED, { recursive: true, force: true });
  renameSync(folder, BUNDLED);
}

async function writeBundles(dir: string): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((module) => [bundleName(module), join(BUILT, module)])),
    platform: 'node',
    external: isExternal,
  });
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    sourcemap: true,
    minify: MINIFIED,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  return output.filter((file) => file.type === 'chunk');
}

/** One file with nothing of the rooms but what it uses: their modules do nothing but define. */
async function writeLayer(module: BuiltModule, dir: string): Promise<void> {
  const bundle = await rolldown({
    input: join(BUILT, module),
    platform: 'node',
    external: isExternal,
    treeshake: { moduleSideEffects: (id) => id.endsWith(module) },
  });
  const file = join(dir, `${bundleName(module)}.js`);
  await bundle.write({ file, format: 'esm', minify: MINIFIED, comments: false });
}

/** One script for browsers, with nothing of the rooms but what it uses: their modules do nothing but define. */
async function writeViewer(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: join(BUILT, VIEWER.module),
    platform: 'browser',
    treeshake: { moduleSideEffects: (id) => id.endsWith(VIEWER.module) },
  });
  await bundle.write({ file: join(dir, VIEWER.bundle), format: 'esm', minify: true, comments: false });
}

/** Whether Node is to find a module when it runs; names that begin otherwise than a package's are files. */
function isExternal(name: string): boolean {
  return /^[@\w]/.test(name) && !INLINED.some((inlined) => `${name}/`.startsWith(`${inlined}/`));
}

/** First folder of a built module, which is its room. */
function roomOf(module: string): string {
  return relative(BUILT, module).split(sep)[0]!;
}

await makeBundles();
