import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isVisible, UsageError } from '../../transactions/index.js';

/**
 * A folder's entries, by name. Throws `UsageError` for a name with a line end or another hidden character, which would be a
 * separate line in a report.
 */
export function listFolder(folder: string): Dirent[] {
  const found = readdirSync(folder, { withFileTypes: true });
  const hidden = found.find(({ name }) => !isVisible(name));
  if (hidden === undefined) return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  throw new UsageError(
    `Cannot use "${join(folder, hidden.name)}": its name has a hidden character; expected a name in one line`,
  );
}

/** A folder's entries without those whose names have a hidden character: folders next to a run do not matter. */
export function visibleIn(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isVisible(name));
}
