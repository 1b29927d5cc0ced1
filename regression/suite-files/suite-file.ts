import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { builtFile } from '../../bundle/index.js';
import {
  type ComposedSuite,
  composeSuite,
  SEQUENCES,
  type SuiteDefinition,
  testNameOf,
} from '../../stimulus/index.js';
import { describeFirstIssue, safeParse, UsageError } from '../../transactions/index.js';
import { unknownName } from '../basics/nearest-name.js';
import { oneLine } from '../basics/one-line.js';
import { readInput, readJsonInput } from '../input/read-input.js';
import { withImportedFiles } from './imported-files.js';
import { suiteSchema } from './suite-schema.js';

/** As for every `UsageError`. */
const EXIT_OF_WRONG_INPUT = 2;

/** A suite file that a run draws from. */
export interface SuiteFile {
  /** Absolute. */
  readonly path: string;
  /** Sixteen hex digits over its bytes, and over those of the files that it imports by relative paths. */
  readonly hash: string;
}

/** Whether a suite's name is that of a file. */
export function isSuiteFile(name: string): boolean {
  return /\.(json|[mc]?[jt]s)$/.test(name);
}

/** Path and hash of a suite file. Throws `UsageError` when it cannot be read. */
export function suiteFileOf(name: string): SuiteFile {
  read(name);
  const hash = createHash('sha256');
  for (const file of withImportedFiles(name)) hash.update(read(file));
  return { path: resolve(name), hash: hash.digest('hex').slice(0, 16) };
}

/** Reads a suite file: JSON, JavaScript or TypeScript. Throws `UsageError` with one line that says what is wrong in it. */
export async function loadSuite(name: string): Promise<ComposedSuite> {
  const document = name.endsWith('.json') ? readJsonInput('suite', name) : await evaluate(name);
  const parsed = safeParse(suiteSchema, document);
  if (!parsed.success) throw invalid(name, describeFirstIssue(parsed.error, document));
  checkNames(name, parsed.data);
  return composeSuite(name, parsed.data, SEQUENCES);
}

function invalid(name: string, why: string): UsageError {
  return new UsageError(`Invalid suite file ${name}: ${why}`);
}

function read(name: string): Buffer {
  return readInput('suite', name);
}

/** What the file exports by default; other packages that it imports are the ones that Node would give it. */
async function evaluate(name: string): Promise<unknown> {
  read(name);
  const url = pathToFileURL(resolve(name)).href;
  // A suite shares the modules of the program that runs it.
  const alias = {
    'pops-testbench/harness': builtFile('public/harness.js'),
    'pops-testbench/stimulus': builtFile('public/stimulus.js'),
  };
  const explainExit = (): void => tellExit(name);
  process.once('exit', explainExit);
  try {
    return await createJiti(url, { moduleCache: false, fsCache: false, alias }).import(url, {
      default: true,
    });
  } catch (error) {
    throw invalid(name, `it does not load: ${oneLine(error)}`);
  } finally {
    process.off('exit', explainExit);
  }
}

/** A file whose code ends the process while it loads, or waits there for what never comes, leaves no one to throw to. */
function tellExit(name: string): void {
  const { message } = invalid(
    name,
    'it does not load: its code exits the process, or waits for something that never happens',
  );
  process.stderr.write(`${message}\n`);
  process.exitCode = EXIT_OF_WRONG_INPUT;
}

/** What a schema cannot see: names that must exist, or must not exist twice. */
function checkNames(file: string, { sequences = [], tests }: SuiteDefinition): void {
  const builtIn = SEQUENCES.map(({ name }) => name);
  const own = sequences.map(({ name }) => name);
  const taken = own.find((name, i) => builtIn.includes(name) || own.indexOf(name) !== i);
  if (taken !== undefined) {
    throw invalid(file, `a sequence "${taken}" already exists; expected a unique name`);
  }
  for (const { sequence } of tests) {
    const known = [...own, ...builtIn];
    if (!known.includes(sequence))
      throw invalid(file, lowered(unknownName('sequence', sequence, known).message));
  }
  const names = tests.map(testNameOf);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw invalid(file, `two of its tests are called "${twice}"; give one of them a unique "name"`);
  }
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
