import { dirname, join, resolve } from 'node:path';
import { isFile } from '../basics/is-file.js';

/** The possible names of a configuration file, in lookup order. */
export const CONFIG_NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (extension) => `pops-tb.config.${extension}`,
);

/** Returns the configuration file in the current folder or its nearest parent with one; undefined if there is none. */
export function findNearestConfig(): string | undefined {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const path = CONFIG_NAMES.map((name) => join(folder, name)).find(isFile);
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}
