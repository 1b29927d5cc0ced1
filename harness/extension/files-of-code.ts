import { dirname, resolve } from 'node:path';
import { isFile } from '../../base/basics/index.js';
import { type InputKind, readInput } from '../../base/input/index.js';

/** The name of another file in code: after `from`, `import` or `require`. */
const IMPORT = /\b(?:from|import|require)\b\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** Maximum levels of brackets in a call's arguments. */
const NESTING_MAX = 4;

/** A call that reads a file, such as `readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'a.s'))`. */
const FILE_READ = new RegExp(
  `\\b(?:readFile|readFileSync|createReadStream|openSync)\\s*\\((${argumentsPattern(NESTING_MAX)})\\)`,
  'g',
);

/** A quoted text; excludes templates with values. */
const TEXT = /(['"`])((?:(?!\1)[^\n$])+)\1/g;

/** Files that may hold code. */
const CODE = /\.[cm]?[jt]s$/;

/** Resolution of a specifier: TypeScript's extension for JavaScript's, an added extension, an index file. */
const CANDIDATES: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.([mc]?)js$/, '.$1ts'),
  ...['.ts', '.js', '.mts', '.mjs', '.json', '/index.ts', '/index.js'].map(
    (end) => (path: string) => path + end,
  ),
];

/**
 * A file, all files that it imports by relative path, directly or indirectly, and all that these read by a literal path in the
 * call (`readFileSync(new URL('counter.s', import.meta.url))`). Paths are absolute, each once. Excludes packages.
 */
export function filesOfCode(kind: InputKind, file: string): string[] {
  const found = new Set([resolve(file)]);
  // Iterating a set also visits elements added meanwhile.
  for (const path of found) {
    if (!CODE.test(path)) continue;
    const text = readInput(kind, path).toString('utf8');
    for (const used of [...importedBy(text, dirname(path)), ...readBy(text, dirname(path))]) found.add(used);
  }
  return [...found];
}

/** Pattern of a call's arguments, with at most this many levels of brackets. */
function argumentsPattern(levels: number): string {
  return levels === 0 ? '[^()]*' : `(?:[^()]|\\(${argumentsPattern(levels - 1)}\\))*`;
}

function importedBy(text: string, folder: string): readonly string[] {
  return Array.from(text.matchAll(IMPORT), ([, , specifier]) =>
    CANDIDATES.map((candidate) => candidate(resolve(folder, specifier!))).find(isFile),
  ).filter((path) => path !== undefined);
}

/** A path may be given in several strings (`join(folder, 'shaders', 'a.s')`), from the file's folder or the current one. */
function readBy(text: string, folder: string): readonly string[] {
  return Array.from(text.matchAll(FILE_READ), ([, callArguments]) => {
    const texts = Array.from(callArguments!.matchAll(TEXT), ([, , part]) => part!);
    const paths = texts.map((_, i) => texts.slice(0, texts.length - i).join('/'));
    return paths.flatMap((path) => [resolve(folder, path), resolve(path)]).find(isFile);
  }).filter((path) => path !== undefined);
}
