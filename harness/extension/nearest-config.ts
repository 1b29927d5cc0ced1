import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { isFile } from '../basics/is-file.js';

/** The possible names of a configuration file, in lookup order. */
const CONFIG_NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (extension) => `pops-tb.config.${extension}`,
);

/** Returns the configuration file in the current folder or its nearest parent with one; undefined if there is none. */
export function findNearestConfig(): string | undefined {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const path = CONFIG_NAMES.map((name) => join(folder, name)).find(isFile);
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}

/** The bit of a mode that lets users other than the owner and its group write. */
const WRITABLE_BY_OTHERS = 0o002;
/** The bit of a folder's mode that lets users replace only their own files. */
const STICKY = 0o1000;

/**
 * Throws `UsageError` if another user may have written a configuration that the command line does not name, since its
 * code would run with this user's rights.
 */
export function requireOwnConfig(path: string): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  const file = statSync(path);
  const { mode } = statSync(dirname(path));
  const isForeign = file.uid !== me && file.uid !== 0;
  const mayBeReplaced = (mode & WRITABLE_BY_OTHERS) !== 0 && ((mode & STICKY) === 0 || isForeign);
  if (mayBeReplaced || (file.mode & WRITABLE_BY_OTHERS) !== 0)
    throw new UsageError(
      `Cannot use configuration ${path}: other users may write it; name it with --config, or use --config none`,
    );
}
