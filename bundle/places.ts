import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of all built files. Bundles are in a sibling of the rooms' folders, so its path is .. from both. */
export const BUILT = fileURLToPath(new URL('../', import.meta.url));

/** The package's folder, with the sources in a clone. */
export const ROOT = join(BUILT, '..');

/** The file that `pops-tb` runs. */
export const MAIN = join(BUILT, 'cli', 'main.js');

/** Folder of the bundles. */
export const BUNDLED = join(BUILT, 'bundled');

/** Folder in which Node caches the bundles' compiled code; deleted with them. */
export const COMPILED = join(BUNDLED, 'compiled');

/** Extension of the bundles that Node loads. For `.js`, it looks for a package.json above each file. */
export const EXTENSION = '.mjs';

/** Entry modules: of a process, a worker thread, or a user's imports. */
export const ENTRIES = [
  'cli/program.js',
  'harness/workers/worker.js',
  'shaders/check/check-worker.js',
  'failures/replay/replay-worker.js',
  'failures/triage/triage-worker.js',
  'failures/fixed/fix-worker.js',
  'shaders/exec/exec-worker.js',
  'shaders/golden/golden-worker.js',
  'designs/check-trace/trace-worker.js',
  'designs/cosim/watchdog.js',
  'closure/closing/closing-worker.js',
  'closure/qualify/qualify-worker.js',
  'public/harness.js',
  'public/main.js',
  'public/stimulus.js',
] as const;

/** Parts of the package useful alone: each is one file with only what it uses, so that it loads fast. */
export const LAYERS = ['public/isa.js', 'public/trace.js', 'public/coverage.js'] as const;

/** The script of a run's page: its first module, and its bundle. */
export const VIEWER = { module: 'failures/viewer/client/main.js', bundle: 'viewer.js' } as const;

/** Folder of a regression page's scripts; each bundle is named after its module. */
export const PAGE_SCRIPTS = 'runs/page/client';

/** A module with a bundle, by its path in the build folder. */
export type BuiltModule = (typeof ENTRIES)[number] | (typeof LAYERS)[number];

/** A module's bundle file, without extension; none is in a subfolder (see `BUILT`). */
export function bundleName(module: BuiltModule): string {
  return module.replaceAll('/', '-').replace(/\.js$/, '');
}
