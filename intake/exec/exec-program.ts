import type { ChipName } from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { completeExternalProgram, type ExternalCode } from '../../harness/programs/index.js';
import type { CompletedProgram, CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { getProgramSource } from '../check/check-subjects.js';
import { isCorpusText, parseRecords, readProgramFile, readUserPrograms } from '../check/program-files.js';
import type { ProgramSource } from '../check/source-locations.js';
import { getLanguage } from '../source/index.js';

/** Which program in a file to run, and its settings. */
export interface ProgramRequest {
  /** Any input that `check` accepts except a shader source. */
  readonly file: string;
  /** The id of a corpus file record or of a program in assembly source. May be absent if there is only one. */
  readonly record?: string | undefined;
  /** The state file of a user's program. */
  readonly state?: string | undefined;
  readonly chip?: ChipName | undefined;
}

/** A program that is ready to run, with its source locations. */
interface ExecProgram extends CompletedProgram {
  readonly source: ProgramSource;
}

/**
 * Reads a program from a file and returns a function that prepares it for a scene with a given number of samples.
 * Throws a one-line `UsageError` if the file cannot be used.
 */
export function readExecProgram(request: ProgramRequest): (samples: number) => ExecProgram {
  const { file, record, state, chip } = request;
  if (getLanguage(file) !== undefined)
    throw new UsageError(
      `Cannot run ${file}: exec takes compiled programs and assembly; use "check" for shader sources`,
    );
  const content = readProgramFile(file);
  if (content.kind === 'text' && isCorpusText(content.text)) {
    const corpusRecord = selectProgram(parseRecords(content, file, state), ({ id }) => id, file, record);
    const recordOnChip: CorpusRecord = chip === undefined ? corpusRecord : { ...corpusRecord, chip };
    return () => ({ record: recordOnChip, assumed: [], source: {} });
  }
  const userPrograms = readUserPrograms(file, content, { chip, state });
  const code = selectProgram(userPrograms.codes, ({ name }: ExternalCode) => name, file, record);
  const program = completeExternalProgram(code, userPrograms.state);
  return (samples) => ({ ...program(samples), source: getProgramSource(code) });
}

/** Returns the program with the given id, or the only program if no id is given. Throws if there is no such program. */
function selectProgram<T>(
  programs: readonly T[],
  getId: (program: T) => string,
  file: string,
  id: string | undefined,
): T {
  const ids = programs.map(getId);
  const index = id === undefined ? (programs.length === 1 ? 0 : -1) : ids.indexOf(id);
  const program = programs[index];
  if (program !== undefined) return program;
  if (id === undefined)
    throw new UsageError(
      `Missing --record: ${file} contains ${programs.length} programs; expected one of their ids, such as ${ids[0]}`,
    );
  throw makeUnknownNameError('record', id, ids);
}
