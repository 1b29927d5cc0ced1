import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { ChipName } from '../../arch/index.js';
import { isElf } from '../../harness/elf/index.js';
import { listFolder, readInput } from '../../harness/input/index.js';
import {
  type Expectation,
  type ExternalCode,
  isProgramText,
  parseCorpus,
  readDirectives,
  readObjectCode,
  readState,
  readTextCode,
  STATE_SUFFIX,
  type StateDocument,
  type StateWithSource,
} from '../../harness/programs/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { getLanguage, isSourceInFolder } from '../source/index.js';

export interface UserProgramSettings {
  readonly chip?: ChipName | undefined;
  readonly state?: string | undefined;
  /** Fields that override those of the program's own state, for a draw of a scene. */
  readonly given?: StateDocument | undefined;
}

/** The programs in a file, with their state and the expected findings declared in the file's comments. */
interface UserPrograms {
  readonly codes: readonly ExternalCode[];
  readonly state: StateWithSource;
  readonly expectation?: Expectation;
}

/**
 * Reads the programs in an object file or assembly source. The state comes from the adjacent state file, the comments,
 * `--state` and `--chip`; each overrides the previous ones, field by field. Throws a one-line `UsageError` if the file
 * cannot be used.
 */
export function readUserPrograms(
  file: string,
  content: ProgramFile,
  settings: UserProgramSettings,
): UserPrograms {
  const directives = content.kind === 'text' ? readDirectives(content.text, file) : { state: {} };
  const state = combineState(file, directives.state, settings);
  const codes =
    content.kind === 'text' ? readTextCode(content.text, file, state) : [readObjectCode(content.bytes, file)];
  return { ...directives, codes, state };
}

function combineState(
  file: string,
  commentState: StateDocument,
  { chip, state, given }: UserProgramSettings,
): StateWithSource {
  const siblingFile = join(dirname(file), `${basename(file, extname(file))}${STATE_SUFFIX}`);
  const hasSibling = existsSync(siblingFile);
  const document = {
    ...(hasSibling ? readState(siblingFile) : {}),
    ...commentState,
    ...(state === undefined ? {} : readState(state)),
    ...given,
    ...(chip === undefined ? {} : { chip }),
  };
  if (state !== undefined) return { document, source: `state file ${state}` };
  if (Object.keys(commentState).length > 0) return { document, source: `comments in ${file}` };
  return { document, source: hasSibling ? `state file ${siblingFile}` : '--chip' };
}

/** The content of a file. Its bytes determine the kind. */
export type ProgramFile =
  | { readonly kind: 'object'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly text: string };

/** Reads a file that may contain programs. Throws a `UsageError` if it is neither an object nor text. */
export function readProgramFile(file: string): ProgramFile {
  const bytes = readInput('program', file);
  if (isElf(bytes)) return { kind: 'object', bytes };
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('\0')) return { kind: 'text', bytes, text };
  throw new UsageError(
    `Cannot read ${file}: expected an ELF object, a corpus file, assembly text or hexadecimal words`,
  );
}

/** Whether text looks like JSON, as in corpus files. */
export function isCorpusText(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Parses a corpus file. Throws a `UsageError` if it is malformed, or for a state file. */
export function parseRecords(
  { bytes }: ProgramFile,
  file: string,
  state: string | undefined,
): readonly CorpusRecord[] {
  if (state === undefined) return parseCorpus(bytes, file);
  throw new UsageError(`Cannot use --state: ${file} is a corpus file, whose records have their own state`);
}

/**
 * Lists the programs in a folder and its subfolders, sorted by name, with links and files that cannot be read, which may
 * be programs. A path that is not a folder is returned unchanged.
 */
export function findPrograms(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const found = listFolder(path)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return findPrograms(child);
      if (entry.isSymbolicLink()) return isCompanion(child) ? [] : [child];
      return entry.isFile() && isProgram(child) ? [child] : [];
    });
  return found;
}

/**
 * Whether a file is a program. Assembly text counts even if it is malformed; documents and files that accompany a
 * program do not.
 */
function isProgram(file: string): boolean {
  if (/\.s$/i.test(file)) return true;
  if (/\.md$/i.test(file)) return false;
  try {
    if (getLanguage(file) !== undefined) return isSourceInFolder(file);
    const bytes = readInput('program', file);
    if (isElf(bytes)) return true;
    const text = new TextDecoder().decode(bytes);
    if (SCENE.test(text)) return true;
    if (file.endsWith(STATE_SUFFIX)) return false;
    return isCorpusText(text) ? CORPUS.test(text) : !text.includes('\0') && isProgramText(text);
  } catch {
    // The check then says what is wrong with it.
    return !file.endsWith(STATE_SUFFIX);
  }
}

/** Matches a state file that lists the draws of a scene, which neither corpus files nor scenarios do. */
export const SCENE = /^\s*\{[\s\S]*"draws"\s*:\s*\[\s*\{[\s\S]*"program"\s*:\s*"/;

/** Matches a corpus file. */
const CORPUS = /^\s*[[{][\s\S]*"instructions"/;

function isCompanion(file: string): boolean {
  return /\.md$/i.test(file) || file.endsWith(STATE_SUFFIX);
}
