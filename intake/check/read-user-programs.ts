import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { ChipName } from '../../arch/index.js';
import {
  type Expectation,
  type ExternalCode,
  readDirectives,
  readObjectCode,
  readState,
  readTextCode,
  STATE_SUFFIX,
  type StateDocument,
  type StateWithSource,
} from '../../harness/programs/index.js';
import type { ProgramFile } from './program-files.js';

/** The settings for all programs in a user's file. */
export interface UserProgramSettings {
  readonly chip?: ChipName | undefined;
  /** Path of a state file. */
  readonly state?: string | undefined;
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
  { chip, state }: UserProgramSettings,
): StateWithSource {
  const siblingFile = join(dirname(file), `${basename(file, extname(file))}${STATE_SUFFIX}`);
  const hasSibling = existsSync(siblingFile);
  const document = {
    ...(hasSibling ? readState(siblingFile) : {}),
    ...commentState,
    ...(state === undefined ? {} : readState(state)),
    ...(chip === undefined ? {} : { chip }),
  };
  if (state !== undefined) return { document, source: `state file ${state}` };
  if (Object.keys(commentState).length > 0) return { document, source: `comments in ${file}` };
  return { document, source: hasSibling ? `state file ${siblingFile}` : '--chip' };
}
