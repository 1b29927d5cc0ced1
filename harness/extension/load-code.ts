import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../transactions/index.js';
import { formatOneLine, isFile } from '../basics/index.js';
import { builtFile } from '../built/index.js';
import { INPUT_LIMITS, type InputKind, readInput, readJsonInput } from '../input/index.js';
import { findUserFrame } from './user-code.js';

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

/** The exit code for invalid input, the same as for every `UsageError`. */
const INVALID_INPUT_EXIT_CODE = 2;

/** The package's entry points. The root comes last because it is a prefix of the others. */
const PUBLIC_MODULES = [
  ['/harness', 'cli/public/harness.js'],
  ['/stimulus', 'cli/public/stimulus.js'],
  ['/isa', 'cli/public/isa.js'],
  ['/trace', 'cli/public/trace.js'],
  ['/coverage', 'cli/public/coverage.js'],
  ['', 'cli/public/main.js'],
] as const;

/** A user's code file that runs in this process. */
export interface CodeFile {
  /** The absolute path. */
  readonly path: string;
  /** A 16-digit hex hash of the file and of all files that its code imports or reads (`listCodeFiles`). */
  readonly hash: string;
}

/** The kinds of files that may contain code. */
type CodeKind = Extract<InputKind, 'suite' | 'config' | 'signalMap'>;

/** Returns a file's path and hash. Throws `UsageError` if the file cannot be read. */
export function hashCodeFile(kind: CodeKind, name: string): CodeFile {
  readInput(kind, name);
  const hash = createHash('sha256');
  for (const file of listCodeFiles(kind, name)) hash.update(readInput(kind, file));
  return { path: resolve(name), hash: hash.digest('hex').slice(0, 16) };
}

/**
 * Loads the document in a JSON file, or the default export of a JavaScript or TypeScript file. Throws `UsageError` on
 * failure.
 */
export async function loadCode(kind: CodeKind, name: string): Promise<unknown> {
  return name.endsWith('.json') ? readJsonInput(kind, name) : evaluate(kind, name);
}

/** Creates a one-line error for an invalid file. */
export function makeFileError(kind: CodeKind, name: string, reason: string): UsageError {
  return new UsageError(`Invalid ${INPUT_LIMITS[kind].errorLabel} ${name}: ${reason}`);
}

/** Loads the file's default export. Any other packages that it imports are resolved as in Node. */
async function evaluate(kind: CodeKind, name: string): Promise<unknown> {
  readInput(kind, name);
  const url = pathToFileURL(resolve(name)).href;
  // The file shares modules with the program that loads it.
  const alias = Object.fromEntries(
    PUBLIC_MODULES.map(([name, module]) => [`pops-testbench${name}`, builtFile(module)]),
  );
  const explainExit = (): void => reportExit(kind, name);
  process.once('exit', explainExit);
  try {
    // Imported here because most commands load no user code.
    const { createJiti } = await import('jiti');
    return await createJiti(url, { moduleCache: false, fsCache: false, alias }).import(url, {
      default: true,
    });
  } catch (error) {
    // For a missing module, the message already names the importer.
    const frame =
      (error as NodeJS.ErrnoException)?.code === 'MODULE_NOT_FOUND' ? undefined : findUserFrame(error);
    const location = frame === undefined ? '' : ` (${frame})`;
    throw makeFileError(kind, name, `failed to load: ${formatOneLine(error)}${location}`);
  } finally {
    process.off('exit', explainExit);
  }
}

/**
 * Reports a file whose code exits the process or waits forever while loading, which would otherwise end the process
 * silently.
 */
function reportExit(kind: CodeKind, name: string): void {
  const { message } = makeFileError(
    kind,
    name,
    'failed to load: its code exits the process or waits forever',
  );
  process.stderr.write(`${message}\n`);
  process.exitCode = INVALID_INPUT_EXIT_CODE;
}
