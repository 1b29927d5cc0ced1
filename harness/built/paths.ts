import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether this is the compiled module. Bundles, which may contain it, are in a folder directly in the build folder. */
const IS_COMPILED = import.meta.url.endsWith('/harness/built/paths.js');

/** The build folder. */
export const DIST = fileURLToPath(new URL(IS_COMPILED ? '../../' : '../', import.meta.url));

/** The package folder, which in a clone also contains the sources. */
export const ROOT = join(DIST, '..');

/** The file that the `pops-tb` command runs. */
export const MAIN = join(DIST, 'cli', 'main.js');

/** The folder that contains the bundles. */
export const BUNDLES = join(DIST, 'bundled');

/** Folder where Node caches the compiled code of the bundles. It is deleted along with them. */
export const CODE_CACHE = join(BUNDLES, 'compiled');

/** Extension of bundles loaded by Node. With `.js`, Node would look for a package.json above each file. */
export const EXTENSION = '.mjs';

/** Entry modules: the first modules loaded by a process, a worker thread or user code. */
export const ENTRIES = [
  'cli/program.js',
  'harness/workers/worker.js',
  'intake/check/check-worker.js',
  'failures/replay/replay-worker.js',
  'failures/triage/triage-worker.js',
  'intake/exec/exec-worker.js',
  'intake/golden/golden-worker.js',
  'intake/check-trace/trace-worker.js',
  'intake/cosim/watchdog.js',
  'closure/aim/closing-worker.js',
  'closure/qualify/qualify-worker.js',
  'cli/public/harness.js',
  'cli/public/main.js',
  'cli/public/stimulus.js',
] as const;

/** Entry points that are useful on their own. Each becomes one tree-shaken file, which loads quickly. */
export const STANDALONE_ENTRIES = [
  'cli/public/isa.js',
  'cli/public/trace.js',
  'cli/public/coverage.js',
] as const;

/** Entry module and bundle of the single-test page's script. */
export const VIEWER = { module: 'failures/viewer/client/main.js', bundle: 'viewer.js' } as const;

/** The folder of the regression page's scripts. Each bundle is named after its module. */
export const PAGE_SCRIPTS = 'runs/page/client';

/** Path of a bundled module, relative to the build folder. */
export type BuiltModule = (typeof ENTRIES)[number] | (typeof STANDALONE_ENTRIES)[number];

/** Returns the name of a module's bundle without the extension. Bundles must not be in subfolders (see `DIST`). */
export function getBundleName(module: BuiltModule): string {
  return module.replaceAll('/', '-').replace(/\.js$/, '');
}
