import { join } from 'node:path';
import { BUILT, BUNDLED, type BuiltModule, bundleName, EXTENSION } from './places.js';
import { isFresh } from './stamp.js';

export type { BuiltModule };

let areBundlesFresh: boolean | undefined;

/**
 * Returns the file to load for a built module: its bundle, which loads several times as fast as hundreds of
 * files, or the module itself if any code has been compiled since the bundles were made. The choice never changes
 * within a process.
 */
export function builtFile(module: BuiltModule): string {
  areBundlesFresh ??= isFresh();
  return areBundlesFresh ? join(BUNDLED, `${bundleName(module)}${EXTENSION}`) : join(BUILT, module);
}
