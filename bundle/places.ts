import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build folder. Bundled and compiled modules are in sibling subfolders, so it is `..` from both. */
export const BUILT = fileURLToPath(new URL('../', import.meta.url));

/** The package folder; in a clone, it contains the sources. */
export const ROOT = join(BUILT, '..');

/** The file that `pops-tb` runs. */
export const MAIN = join(BUILT, 'cli', 'main.js');

/** Folder of the bundles. */
export const BUNDLED = join(BUILT, 'bundled');

/** Folder in which Node caches the compiled code of the bundles. It is deleted along with them. */
export const COMPILED = join(BUNDLED, 'compiled');

/**
 * Extension of the bundles that Node loads. With `.js`, Node would look for a package.json above each file.
 */
export const EXTENSION = '.mjs';

/** Entry modules, which a process, a worker thread or a user's code loads first. */
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

/** Entry points that are useful on their own. Each becomes one tree-shaken file, which loads fast. */
export const LAYERS = ['public/isa.js', 'public/trace.js', 'public/coverage.js'] as const;

/** The script of the single-test page: its entry module and its bundle. */
export const VIEWER = { module: 'failures/viewer/client/main.js', bundle: 'viewer.js' } as const;

/** Folder with the scripts of a regression page. Each bundle is named after its module. */
export const PAGE_SCRIPTS = 'runs/page/client';

/** A module that has a bundle, named by its path in the build folder. */
export type BuiltModule = (typeof ENTRIES)[number] | (typeof LAYERS)[number];

/** Name of a module's bundle file, without the extension. Bundles must not be in subfolders (see `BUILT`). */
export function bundleName(module: BuiltModule): string {
  return module.replaceAll('/', '-').replace(/\.js$/, '');
}
