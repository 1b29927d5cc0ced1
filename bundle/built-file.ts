import { join } from 'node:path';
import { BUILT, BUNDLED, type BuiltModule, bundleName } from './places.js';
import { isFresh } from './stamp.js';

export type { BuiltModule };

let bundles: boolean | undefined;

/**
 * File of a built module: its bundle, which loads several times as fast as hundreds of files, or the module itself where
 * the rooms have been built again since the bundles were made. Answers the same as long as the process lives.
 */
export function builtFile(module: BuiltModule): string {
  bundles ??= isFresh();
  return bundles ? join(BUNDLED, `${bundleName(module)}.js`) : join(BUILT, module);
}
