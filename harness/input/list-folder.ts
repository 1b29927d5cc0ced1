import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isVisible, UsageError } from '../../transactions/index.js';

/**
 * Lists a folder's entries, sorted by name. Throws `UsageError` if a name contains a hidden character, such as a line
 * break, which could forge a line in a report.
 */
export function listFolder(folder: string): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const hidden = entries.find(({ name }) => !isVisible(name));
  if (hidden === undefined) return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  throw new UsageError(
    `Cannot use "${join(folder, hidden.name)}": its name contains a hidden character; expected a printable name`,
  );
}

/** Lists a folder's entries, skipping names with hidden characters: unrelated folders near a run do not matter. */
export function listVisible(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isVisible(name));
}
