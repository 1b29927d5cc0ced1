import { join } from 'node:path';
import { BUILT, BUNDLED, type BuiltModule, bundleName, EXTENSION } from './places.js';
import { isFresh } from './stamp.js';

export type { BuiltModule };

let areBundlesFresh: boolean | undefined;

/**
 * A built module's file: its bundle, which loads several times as fast as hundreds of files, or the module itself if the
 * rooms have been rebuilt since the bundles. Constant for the life of the process.
 */
export function builtFile(module: BuiltModule): string {
  areBundlesFresh ??= isFresh();
  return areBundlesFresh ? join(BUNDLED, `${bundleName(module)}${EXTENSION}`) : join(BUILT, module);
}
