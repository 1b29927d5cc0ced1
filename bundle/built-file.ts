import { join } from 'node:path';
import { BUNDLES, type BuiltModule, DIST, EXTENSION, getBundleName } from './paths.js';
import { isFresh } from './stamp.js';

export type { BuiltModule };

let areBundlesFresh: boolean | undefined;

/**
 * Returns the file to load for a built module: its bundle, which loads several times faster than hundreds of separate
 * files, or the module itself if any code has been compiled since the bundles were made. The choice never changes
 * within a process.
 */
export function builtFile(module: BuiltModule): string {
  areBundlesFresh ??= isFresh();
  return areBundlesFresh ? join(BUNDLES, `${getBundleName(module)}${EXTENSION}`) : join(DIST, module);
}
