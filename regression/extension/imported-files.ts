import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InputKind } from '../input/limits.js';
import { readInput } from '../input/read-input.js';

/** What code writes of a file beside it: after `from`, `import` or `require`. */
const RELATIVE = /\b(?:from|import|require)\b\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** What a specifier may leave to who resolves it: TypeScript's ending for JavaScript's, an ending, an index. */
const CANDIDATES: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.([mc]?)js$/, '.$1ts'),
  ...['.ts', '.js', '.mts', '.mjs', '.json', '/index.ts', '/index.js'].map(
    (end) => (path: string) => path + end,
  ),
];

/** A file and all that it imports by relative paths, directly or not, absolute and each once; packages are left out. */
export function withImportedFiles(kind: InputKind, file: string): string[] {
  const found = new Set([resolve(file)]);
  // A set goes on to what is added while it is walked.
  for (const path of found) {
    if (path.endsWith('.json')) continue;
    for (const [, , specifier] of readInput(kind, path).toString('utf8').matchAll(RELATIVE)) {
      const target = CANDIDATES.map((candidate) => candidate(resolve(dirname(path), specifier!))).find(
        isFile,
      );
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
