import { readFileSync } from 'node:fs';
import { readEntryPoints } from './public-surface.js';

/** The example from the first comment of an entry point. */
export interface EntryExample {
  /** The entry point as exported in `package.json`, such as `./stimulus`. */
  readonly entry: string;
  /** The example's code; empty if there is none. */
  readonly code: string;
  /** The expected output: the comment after each `console.log`, one per line. */
  readonly printed: string;
}

/** Returns the examples of all entry points, as they appear in the shipped declarations. */
export function readEntryExamples(): EntryExample[] {
  return Array.from(readEntryPoints(), ([entry, file]) => {
    const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
    const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
    const code = lines.slice(lines.indexOf('```js') + 1, lines.indexOf('```', lines.indexOf('```js') + 1));
    const printed = code.flatMap((line) => /^console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1] ?? []);
    return { entry, code: code.join('\n'), printed: printed.join('\n') };
  });
}
