import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';

/** A command shown on a documentation page. */
export interface DocCommand {
  readonly page: string;
  /** The command line after `pops-tb`. */
  readonly line: string;
  /** The line split into words, as a shell would split it. */
  readonly args: readonly string[];
}

/**
 * Returns all commands on the pages in `docs/` and `docs/journeys/`: those in backticks, after a prompt, or on
 * their own lines, including in lists.
 */
export function readDocCommands(): DocCommand[] {
  const folder = join(findPackageRoot(), 'docs');
  return readdirSync(folder)
    .concat(readdirSync(join(folder, 'journeys')).map((name) => join('journeys', name)))
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) => extractCommands(page, readFileSync(join(folder, page), 'utf8')));
}

/** Returns the commands in the text of a page. */
export function extractCommands(page: string, text: string): DocCommand[] {
  const lines = text.matchAll(/`pops-tb ([^`]+)`|^(?: {3})?(?:\$ )?npx --no-install pops-tb (.+)$/gm);
  return Array.from(lines, ([, inline, block]) => {
    const line = (inline ?? block)!.trim();
    return { page, line, args: splitShellWords(line) };
  });
}

/** Splits a command line into words. Spaces within quotes do not separate words. */
export function splitShellWords(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) => word.replace(/['"]/g, ''));
}
