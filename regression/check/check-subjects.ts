import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ChipName, Gfx } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { readCorpusFile } from '../corpus-files.js';
import { isElf } from '../elf/elf-file.js';
import { fileErrorText } from '../file-errors.js';
import { type GivenCode, type GivenState, givenProgram, objectCode } from '../given-programs.js';
import { checkRecordChip } from '../record-chip.js';
import { readState } from '../state-files.js';
import { textCode } from './text-code.js';

/** One program to be judged, in each of its variants; plain data, so that a worker can have it. */
export interface CheckSubject {
  readonly id: string;
  readonly gfx: Gfx;
  readonly file: string;
  readonly record: CorpusRecord;
  /** What seeds of its runs are named by: the same wherever its file lies. */
  readonly seedName: string;
  /** What of it nobody said, one line each. */
  readonly assumed: readonly string[];
}

/** What goes with all files of a check. */
export interface CheckSetting {
  readonly chip?: ChipName | undefined;
  /** A state file. */
  readonly state?: string | undefined;
}

/**
 * The programs of a file: a corpus file's records, the pixel shader of an ELF object, or assembly text or hexadecimal words
 * of one program. Throws `UsageError` in one line for files that cannot be used.
 */
export function readSubjects(file: string, setting: CheckSetting): readonly CheckSubject[] {
  const bytes = readBytes(file);
  if (isElf(bytes)) return [given(objectCode(bytes, file), file, stateOf(setting))];
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0'))
    throw new UsageError(
      `Cannot read ${file}: expected an ELF object, a corpus file, assembly text or hexadecimal words`,
    );
  if (/^\s*[[{]/.test(text)) return recordsOf(file, setting);
  const state = stateOf(setting);
  return [given(textCode(text, file, state), file, state)];
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${fileErrorText(error)}`);
  }
}

/** The state file's content, with the chip that was asked for in place of its own. */
function stateOf({ chip, state }: CheckSetting): GivenState {
  const document = state === undefined ? {} : readState(state);
  return {
    document: chip === undefined ? document : { ...document, chip },
    source: state ?? '--chip',
  };
}

function given(code: GivenCode, file: string, state: GivenState): CheckSubject {
  const { record, assumed } = givenProgram(code, state)(state.document.samples ?? 1);
  return { id: record.id, gfx: record.gfx, file, record, seedName: basename(file), assumed };
}

function recordsOf(file: string, { chip, state }: CheckSetting): readonly CheckSubject[] {
  if (state !== undefined)
    throw new UsageError(`Impossible --state: ${file} is a corpus file, whose records have their own`);
  const records = readCorpusFile(file);
  if (records.length === 0) throw new UsageError(`Invalid corpus file ${file}: it holds no record`);
  return records.map((record) => {
    const moved = chip === undefined ? record : { ...record, chip };
    checkRecordChip(moved);
    return { id: record.id, gfx: record.gfx, file, record: moved, seedName: record.id, assumed: [] };
  });
}
