import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/basics/package-root.js';

/** A command shown on a page. */
export interface DocCommand {
  readonly page: string;
  /** The line without `pops-tb`. */
  readonly line: string;
  /** Its words as parsed by a shell. */
  readonly words: readonly string[];
}

/**
 * Every command between backticks, after a prompt or on its own line, including in lists, in the pages of `docs/` and its journeys.
 */
export function docCommands(): DocCommand[] {
  const folder = join(packageRoot(), 'docs');
  return readdirSync(folder)
    .concat(readdirSync(join(folder, 'journeys')).map((name) => join('journeys', name)))
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) => commandsIn(page, readFileSync(join(folder, page), 'utf8')));
}

/** The commands of one text. */
export function commandsIn(page: string, text: string): DocCommand[] {
  const lines = text.matchAll(/`pops-tb ([^`]+)`|^(?: {3})?(?:\$ )?npx --no-install pops-tb (.+)$/gm);
  return Array.from(lines, ([, inline, shown]) => {
    const line = (inline ?? shown)!.trim();
    return { page, line, words: shellWords(line) };
  });
}

/** A line's words; quotes group. */
export function shellWords(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) => word.replace(/['"]/g, ''));
}
