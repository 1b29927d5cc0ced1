import { dirname, resolve } from 'node:path';
import { isFile } from '../basics/index.js';
import { type InputKind, readInput } from '../input/index.js';

/** Matches `from`, `import` or `require` followed by the relative path of a file. */
const IMPORT = /\b(?:from|import|require)\b\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** The maximum nesting depth of brackets in a call's arguments. */
const MAX_NESTING = 4;

/** Matches a call that reads a file, such as `readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'a.s'))`. */
const FILE_READ = new RegExp(
  `\\b(?:readFile|readFileSync|createReadStream|openSync)\\s*\\((${makeArgumentsPattern(MAX_NESTING)})\\)`,
  'g',
);

/** Matches a quoted string, or a template without placeholders. */
const STRING = /(['"`])((?:(?!\1)[^\n$])+)\1/g;

/** Matches the names of files that may contain code. */
const CODE_FILE = /\.[cm]?[jt]s$/;

/**
 * The paths to try for a specifier: as written, with a TypeScript extension instead of a JavaScript one, with an
 * extension added, or as a folder with an index file.
 */
const CANDIDATES: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.([mc]?)js$/, '.$1ts'),
  ...['.ts', '.js', '.mts', '.mjs', '.json', '/index.ts', '/index.js'].map(
    (suffix) => (path: string) => path + suffix,
  ),
];

/**
 * Lists a file, all files that it imports by relative path, directly or indirectly, and any files that they read
 * through a call with a literal path (`readFileSync(new URL('counter.s', import.meta.url))`). Each absolute path is
 * listed once. Packages are omitted.
 */
export function listCodeFiles(kind: InputKind, file: string): string[] {
  const files = new Set([resolve(file)]);
  // Iterating over a set also visits elements added during the iteration.
  for (const path of files) {
    if (!CODE_FILE.test(path)) continue;
    const text = readInput(kind, path).toString('utf8');
    for (const dependency of [...findImports(text, dirname(path)), ...findReads(text, dirname(path))])
      files.add(dependency);
  }
  return [...files];
}

/** Returns a pattern that matches a call's arguments with brackets nested at most `levels` deep. */
function makeArgumentsPattern(levels: number): string {
  return levels === 0 ? '[^()]*' : `(?:[^()]|\\(${makeArgumentsPattern(levels - 1)}\\))*`;
}

function findImports(text: string, folder: string): readonly string[] {
  return Array.from(text.matchAll(IMPORT), ([, , specifier]) =>
    CANDIDATES.map((candidate) => candidate(resolve(folder, specifier!))).find(isFile),
  ).filter((path) => path !== undefined);
}

/**
 * Finds the files that the code reads. A path may be split into several strings (`join(folder, 'shaders', 'a.s')`) and
 * is relative to either the file's folder or the current one.
 */
function findReads(text: string, folder: string): readonly string[] {
  return Array.from(text.matchAll(FILE_READ), ([, callArguments]) => {
    const strings = Array.from(callArguments!.matchAll(STRING), ([, , content]) => content!);
    const paths = strings.map((_, i) => strings.slice(0, strings.length - i).join('/'));
    return paths.flatMap((path) => [resolve(folder, path), resolve(path)]).find(isFile);
  }).filter((path) => path !== undefined);
}
