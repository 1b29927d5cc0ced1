import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of everything that is built. Bundles lie in a folder beside those of the rooms, so it is one up from both. */
export const BUILT = fileURLToPath(new URL('../', import.meta.url));

/** Folder of the package, with the sources in a clone. */
export const ROOT = join(BUILT, '..');

/** The file that is called as `pops-tb`. */
export const MAIN = join(BUILT, 'cli', 'main.js');

/** Folder of the bundles. */
export const BUNDLED = join(BUILT, 'bundled');

/** Folder of what Node compiled of the bundles, which it keeps there; gone with them. */
export const COMPILED = join(BUNDLED, 'compiled');

/** Modules that are a start of their own: a process, a worker thread, or what a user's file imports. */
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

/** Parts of the package that are useful alone: each is one file with nothing but what it uses, so that it loads fast. */
export const LAYERS = ['public/isa.js', 'public/trace.js', 'public/coverage.js'] as const;

/** The script of a run's page: its first module, and its bundle. */
export const VIEWER = { module: 'failures/viewer/client/main.js', bundle: 'viewer.js' } as const;

/** Folder of the scripts of a regression's page; each is a bundle with the name of its module. */
export const PAGE_SCRIPTS = 'runs/page/client';

/** A module with a bundle, by its path in the build folder. */
export type BuiltModule = (typeof ENTRIES)[number] | (typeof LAYERS)[number];

/** File of a module's bundle, without its ending; none is in a folder of its own (see `BUILT`). */
export function bundleName(module: BuiltModule): string {
  return module.replaceAll('/', '-').replace(/\.js$/, '');
}
