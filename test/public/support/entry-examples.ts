import { readFileSync } from 'node:fs';
import { entryPoints } from './public-surface.js';

/** The example in the first comment of an entry point. */
export interface EntryExample {
  /** As `package.json` exports it, such as `./stimulus`. */
  readonly entry: string;
  /** Its code; empty where there is none. */
  readonly code: string;
  /** What it says that it prints: the comments after `console.log`, a line each. */
  readonly printed: string;
}

/** Examples of all entry points, from the declarations that the package ships. */
export function entryExamples(): EntryExample[] {
  return Array.from(entryPoints(), ([entry, file]) => {
    const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
    const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
    const code = lines.slice(lines.indexOf('```js') + 1, lines.indexOf('```', lines.indexOf('```js') + 1));
    const printed = code.flatMap((line) => /^console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1] ?? []);
    return { entry, code: code.join('\n'), printed: printed.join('\n') };
  });
}
