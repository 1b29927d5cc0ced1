import type { ChipName, Gfx } from '../../arch/index.js';
import {
  checkRecordChip,
  type Expectation,
  type GivenCode,
  givenProgram,
  parseCorpus,
} from '../../harness/programs/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { languageOf, type SourceAccess, type SourceSetting, sourcePrograms } from '../source/index.js';
import { isCorpusText, type ProgramFile, readProgramFile } from './program-files.js';
import { type GivenSetting, readGiven } from './read-given.js';
import type { ProgramSource } from './source-places.js';

/** A program to judge, in all its variants; plain data, to send to a worker. */
export interface CheckSubject {
  readonly id: string;
  readonly gfx: Gfx;
  readonly file: string;
  readonly record: CorpusRecord;
  /** Assumptions about the program, one line each. */
  readonly assumed: readonly string[];
  /** Its words' locations in the original text. */
  readonly source?: ProgramSource;
  /** Accesses after the end of the section in the source that its chip still orders. */
  readonly late?: readonly SourceAccess[];
  /** Its text's expectations. */
  readonly expectation?: Expectation;
}

/** Options for all files of a check. */
export interface CheckSetting extends Omit<GivenSetting, 'chip'> {
  /** Sources are compiled for each of them; other programs need exactly one. */
  readonly chips?: readonly ChipName[];
  /** File that names a Vulkan driver for compiling sources. */
  readonly driver?: string | undefined;
  /** For the compiler of a source's language. */
  readonly flags?: readonly string[];
  /** Called for each of several chips that a source cannot be compiled for; default: throws. */
  readonly onRefused?: SourceSetting['onRefused'];
}

/**
 * A file's programs: a source compiled for each chip, a corpus file's records, an ELF object's pixel shader, or a
 * text's programs. Throws a one-line `UsageError` for unusable files.
 */
export function readSubjects(file: string, setting: CheckSetting): readonly CheckSubject[] {
  if (languageOf(file) !== undefined) return subjectsOfSource(file, setting);
  const chip = onlyChip(file, setting);
  const given = { chip, state: setting.state };
  const content = readProgramFile(file);
  if (content.kind === 'text' && isCorpusText(content.text)) return recordsOf(content, file, given);
  const { codes, state, expectation } = readGiven(file, content, given);
  return codes.map((code) => {
    const { record, assumed } = givenProgram(code, state)(state.document.samples ?? 1);
    return {
      id: record.id,
      gfx: record.gfx,
      file,
      record,
      assumed,
      source: sourceOf(code),
      ...(expectation === undefined ? {} : { expectation }),
    };
  });
}

/** The requested chip of a precompiled program; undefined if not requested. Throws `UsageError` for several. */
function onlyChip(file: string, { chips = [] }: CheckSetting): ChipName | undefined {
  if (chips.length <= 1) return chips[0];
  throw new UsageError(`Cannot use --chip ${chips.join(',')}: ${file} is compiled already; give one chip`);
}

function subjectsOfSource(file: string, { state, ...setting }: CheckSetting): readonly CheckSubject[] {
  const { chips = [], driver, flags = [], onRefused } = setting;
  return sourcePrograms(file, { chips, driver, flags, state, onRefused }).map(({ record, ...others }) => ({
    id: record.id,
    gfx: record.gfx,
    file,
    record,
    ...others,
  }));
}

/** A program's word locations in its original text. */
export function sourceOf({ lines, labels }: GivenCode): ProgramSource {
  return { ...(lines === undefined ? {} : { lines }), ...(labels === undefined ? {} : { labels }) };
}

function recordsOf(
  { bytes }: ProgramFile,
  file: string,
  { chip, state }: GivenSetting,
): readonly CheckSubject[] {
  if (state !== undefined)
    throw new UsageError(`Cannot use --state: ${file} is a corpus file, whose records have their own state`);
  const records = parseCorpus(bytes, file);
  if (records.length === 0) throw new UsageError(`Invalid corpus file ${file}: it has no records`);
  return records.map((record) => {
    const recordOnChip = chip === undefined ? record : { ...record, chip };
    checkRecordChip(recordOnChip);
    return { id: record.id, gfx: record.gfx, file, record: recordOnChip, assumed: [] };
  });
}
