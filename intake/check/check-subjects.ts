import type { ChipName, Gfx } from '../../arch/index.js';
import {
  checkRecordChip,
  completeExternalProgram,
  type Expectation,
  type ExternalCode,
} from '../../harness/programs/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import {
  compileSourcePrograms,
  getLanguage,
  type ProtocolFinding,
  type SourceSettings,
} from '../source/index.js';
import {
  isCorpusText,
  type ProgramFile,
  parseRecords,
  readProgramFile,
  readUserPrograms,
  type UserProgramSettings,
} from './program-files.js';
import type { ProgramSource } from './source-locations.js';

/** A program to check in all its variants, as plain data that can be sent to a worker. */
export interface CheckSubject {
  readonly id: string;
  readonly gfx: Gfx;
  readonly file: string;
  readonly record: CorpusRecord;
  /** Assumptions about the program, one line each. */
  readonly assumed: readonly string[];
  /** The source locations of the program's words. */
  readonly source?: ProgramSource;
  /** What is wrong with the section in the source. */
  readonly protocol?: readonly ProtocolFinding[];
  /** The findings expected by comments in the program's source. */
  readonly expectation?: Expectation;
}

/** The options that apply to all files of a check. */
export interface CheckSettings extends Omit<UserProgramSettings, 'chip'> {
  /** The chips to compile sources for; precompiled programs take at most one. */
  readonly chips?: readonly ChipName[];
  /** ICD manifest of the Vulkan driver that compiles sources. */
  readonly driver?: string | undefined;
  /** Extra flags for the source compiler. */
  readonly flags?: readonly string[];
  /**
   * Called for each chip that a source cannot be compiled for, if there are several chips. If absent, the error is
   * thrown.
   */
  readonly onRejected?: SourceSettings['onRejected'];
}

/**
 * Reads the programs in a file: a source compiled for each chip, the records of a corpus file, the pixel shader of an
 * ELF object, or the programs in a text file. Throws a one-line `UsageError` if the file cannot be used.
 */
export function readSubjects(file: string, settings: CheckSettings): readonly CheckSubject[] {
  if (getLanguage(file) !== undefined) return readSource(file, settings);
  const chip = requireSingleChip(file, settings);
  const overrides = { chip, state: settings.state };
  const content = readProgramFile(file);
  if (content.kind === 'text' && isCorpusText(content.text)) return readCorpusFile(content, file, overrides);
  const { codes, state, expectation } = readUserPrograms(file, content, overrides);
  return codes.map((code) => {
    const { record, assumed } = completeExternalProgram(code, state)(state.document.samples ?? 1);
    return {
      id: record.id,
      gfx: record.gfx,
      file,
      record,
      assumed,
      source: getProgramSource(code),
      ...(expectation === undefined ? {} : { expectation }),
    };
  });
}

/** Returns the chip requested for a precompiled program, if any. Throws a `UsageError` if there are several. */
function requireSingleChip(file: string, { chips = [] }: CheckSettings): ChipName | undefined {
  if (chips.length <= 1) return chips[0];
  throw new UsageError(
    `Cannot use --chip ${chips.join(',')}: ${file} is machine code or assembly, which is for one chip; specify one`,
  );
}

function readSource(file: string, { state, ...settings }: CheckSettings): readonly CheckSubject[] {
  const { chips = [], driver, flags = [], onRejected } = settings;
  return compileSourcePrograms(file, { chips, driver, flags, state, onRejected: onRejected }).map(
    ({ record, ...others }) => ({
      id: record.id,
      gfx: record.gfx,
      file,
      record,
      ...others,
    }),
  );
}

/** Returns the source locations of a program's words. */
export function getProgramSource({ lines, labels }: ExternalCode): ProgramSource {
  return { ...(lines === undefined ? {} : { lines }), ...(labels === undefined ? {} : { labels }) };
}

function readCorpusFile(
  content: ProgramFile,
  file: string,
  { chip, state }: UserProgramSettings,
): readonly CheckSubject[] {
  const records = parseRecords(content, file, state);
  if (records.length === 0) throw new UsageError(`Invalid corpus file ${file}: it has no records`);
  return records.map((record) => {
    const recordOnChip = chip === undefined ? record : { ...record, chip };
    checkRecordChip(recordOnChip);
    return { id: record.id, gfx: record.gfx, file, record: recordOnChip, assumed: [] };
  });
}
