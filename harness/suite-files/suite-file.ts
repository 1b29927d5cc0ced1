import {
  type ComposedSuite,
  composeSuite,
  getTestName,
  type ResolvedSuite,
  SEQUENCES,
} from '../../stimulus/index.js';
import { describeFirstIssue, safeParse, type UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';
import type { Extension } from '../extension/extension.js';
import { type CodeFile, hashCodeFile, loadCode, makeFileError } from '../extension/load-code.js';
import { collectSequences, getUserSequences, useExtensions } from '../extension/user-extensions.js';
import { suiteSchema } from './suite-schema.js';

/** A suite file that a run draws from. */
export type SuiteFile = CodeFile;

/** Returns whether a suite's name is a file name. */
export function isSuiteFile(name: string): boolean {
  return /\.(json|[mc]?[jt]s)$/.test(name);
}

/** Returns the path and hash of a suite file. Throws `UsageError` if it cannot be read. */
export function hashSuiteFile(name: string): SuiteFile {
  return hashCodeFile('suite', name);
}

/** Loads a suite file in JSON, JavaScript or TypeScript. Throws a one-line `UsageError` if it is invalid. */
export async function loadSuite(name: string): Promise<ComposedSuite> {
  const document = await loadCode('suite', name);
  const parsed = safeParse(suiteSchema, document);
  if (!parsed.success) throw makeSuiteError(name, describeFirstIssue(parsed.error, document));
  const definition = {
    ...parsed.data,
    sequences: [...collectSequences(parsed.data, `suite file ${name}`), ...getUserSequences()],
  };
  checkNames(name, definition);
  // Only the suite's own tests can use its sequences and programs.
  useExtensions(name, [{ ...(document as Extension), sequences: [], programs: [] }]);
  return composeSuite(name, definition, SEQUENCES);
}

function makeSuiteError(name: string, reason: string): UsageError {
  return makeFileError('suite', name, reason);
}

/** Checks what the schema cannot: that names exist and are unique. */
function checkNames(file: string, { sequences = [], tests }: ResolvedSuite): void {
  const builtIn = SEQUENCES.map(({ name }) => name);
  const ownNames = sequences.map(({ name }) => name);
  const duplicate = ownNames.find((name, i) => builtIn.includes(name) || ownNames.indexOf(name) !== i);
  if (duplicate !== undefined) {
    throw makeSuiteError(file, `a sequence "${duplicate}" already exists; expected a unique name`);
  }
  for (const { sequence } of tests) {
    const known = [...ownNames, ...builtIn];
    if (!known.includes(sequence))
      throw makeSuiteError(
        file,
        lowerCaseFirstLetter(makeUnknownNameError('sequence', sequence, known).message),
      );
  }
  const names = tests.map(getTestName);
  const duplicateName = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicateName !== undefined) {
    throw makeSuiteError(
      file,
      `two of its tests are called "${duplicateName}"; give one of them a unique "name"`,
    );
  }
}

function lowerCaseFirstLetter(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
