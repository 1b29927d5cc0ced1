import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isVisible, UsageError } from '../../transactions/index.js';

/**
 * Lists a folder's entries, sorted by name. Throws `UsageError` if a name contains a line break or another hidden
 * character, which could forge a line in a report.
 */
export function listFolder(folder: string): Dirent[] {
  const found = readdirSync(folder, { withFileTypes: true });
  const hidden = found.find(({ name }) => !isVisible(name));
  if (hidden === undefined) return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  throw new UsageError(
    `Cannot use "${join(folder, hidden.name)}": its name contains a hidden character; expected a printable name`,
  );
}

/** Lists a folder's entries, skipping names with invisible characters: unrelated folders near a run do not matter. */
export function listVisible(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isVisible(name));
}
