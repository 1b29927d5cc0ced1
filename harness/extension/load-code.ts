import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../transactions/index.js';
import { formatOneLine } from '../basics/index.js';
import { builtFile } from '../built/index.js';
import { INPUT_LIMITS, type InputKind, readInput, readJsonInput } from '../input/index.js';
import { listCodeFiles } from './code-files.js';
import { findUserFrame } from './user-code.js';

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
export type CodeKind = Extract<InputKind, 'suite' | 'config' | 'signalMap'>;

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
