import { dirname, resolve } from 'node:path';
import type { ChipName, Gfx } from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { readInput } from '../../harness/input/index.js';
import {
  checkRecordChip,
  completeExternalProgram,
  type Expectation,
  type ExternalCode,
  readChipName,
  readState,
  type StateDocument,
} from '../../harness/programs/index.js';
import type { CorpusRecord, DrawnProgram } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import {
  compileSourcePrograms,
  getLanguage,
  type ProtocolFinding,
  readEachChip,
  type SourceSettings,
} from '../source/index.js';
import {
  isCorpusText,
  type ProgramFile,
  parseRecords,
  readProgramFile,
  readUserPrograms,
  SCENE,
  type UserProgramSettings,
} from './program-files.js';
import type { ProgramSource } from './source-locations.js';

type SceneEntry = NonNullable<StateDocument['draws']>[number];

/** A draw of a scene, with its program's locations. */
interface SubjectDraw extends DrawnProgram {
  readonly source: ProgramSource;
}

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
  /** The draws of a scene of several programs; `record` is the first one with an interlock, or the first one. */
  readonly draws?: readonly SubjectDraw[];
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
  const content = readProgramFile(file);
  if (content.kind === 'text' && SCENE.test(content.text)) return readScene(file, settings);
  const chip = requireSingleChip(file, settings);
  const overrides = { chip, state: settings.state, given: settings.given };
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

/** Reads a scene of several programs for each chip: those of its draws, whose files are relative to the state file. */
function readScene(file: string, settings: CheckSettings): readonly CheckSubject[] {
  const { draws: entries = [], chip, ...shared } = readState(file);
  const { chips = chip === undefined ? [] : [readChipName(chip)] } = settings;
  const readOn = (target: readonly ChipName[]): CheckSubject => {
    const subjects = entries.map(
      ({ program, boundary: _, attachments: __, surfaces: ___, primitives: ____, ...own }) => {
        const given = { ...shared, ...own };
        const options = { ...settings, chips: target, state: undefined, given };
        const found = readSubjects(resolve(dirname(file), program), options);
        if (found.length === 1) return found[0]!;
        throw new UsageError(
          `Invalid draws in ${file}: ${program} has ${found.length} programs; expected one`,
        );
      },
    );
    return combineSubjects(file, entries, subjects);
  };
  if (chips.length === 0) return [readOn([])];
  const { onRejected } = settings;
  const reject = ({ message }: UsageError, target: ChipName): void =>
    onRejected?.(new UsageError(`Cannot check ${file} for ${target}: ${message}`));
  return readEachChip(chips, (target) => [readOn([target])], onRejected && reject);
}

function combineSubjects(
  file: string,
  entries: readonly SceneEntry[],
  subjects: readonly CheckSubject[],
): CheckSubject {
  const draws = subjects.map(({ record, source = {}, draws: said = [] }, index): SubjectDraw => {
    const {
      boundary = 'none',
      surfaces = {},
      program: _,
      interlock: __,
      values: ___,
      ...own
    } = entries[index]!;
    return {
      ...said[0],
      ...own,
      record: renameSurfaces(record, surfaces),
      source,
      boundary: listParts(boundary),
    };
  });
  const targets = new Set(draws.map(({ record: { chip, wave } }) => `${chip} wave${wave}`));
  if (targets.size > 1)
    throw new UsageError(
      `Invalid draws in ${file}: they are for ${[...targets].join(' and ')}; expected one chip and wave size`,
    );
  const main = draws.findIndex(({ record }) => record.interlock !== 'none');
  const { record, source } = draws[Math.max(0, main)]!;
  const colours = draws.flatMap(({ attachments = {} }) => Object.values(attachments));
  return {
    ...subjects[0]!,
    ...{ id: `${file}/${record.chip}`, file, record, source, draws },
    assumed: [
      ...subjects.flatMap(({ assumed }, index) => assumed.map((line) => `${line} (draw ${index})`)),
      ...colours.map((name) => `${name} keeps its contents when a draw renders to it`),
    ],
    protocol: subjects.flatMap(({ protocol = [] }) => protocol),
  };
}

const BARRIER = ['wait', 'flush', 'invalidate'] as const;

/** Lists the parts of a boundary, for which `barrier` has all that a barrier does. */
function listParts(boundary: NonNullable<SceneEntry['boundary']>): SubjectDraw['boundary'] {
  const words = [boundary].flat();
  return words.flatMap((word) => (word === 'none' ? [] : word === 'barrier' ? BARRIER : [word]));
}

/** Gives a program's resources the names of the scene's surfaces. */
function renameSurfaces(record: CorpusRecord, surfaces: Readonly<Record<string, string>>): CorpusRecord {
  const { resources = [], coherent = [], ordered, abi } = record;
  const names = resources.map(({ name }) => name);
  const unknown = Object.keys(surfaces).find((name) => !names.includes(name));
  if (unknown !== undefined) throw makeUnknownNameError('surface', unknown, names);
  const rename = (name: string): string => surfaces[name] ?? name;
  const renameAll = <T extends { readonly name: string }>(all: readonly T[]): T[] =>
    all.map((item) => ({ ...item, name: rename(item.name) }));
  return {
    ...{ ...record, abi: { ...abi, args: renameAll(abi.args) } },
    ...{ resources: renameAll(resources), coherent: coherent.map(rename) },
    ...(ordered === undefined ? {} : { ordered: ordered.map(rename) }),
  };
}

/** Returns the chip requested for a precompiled program, if any. Throws a `UsageError` if there are several. */
function requireSingleChip(file: string, { chips = [] }: CheckSettings): ChipName | undefined {
  if (chips.length <= 1) return chips[0];
  throw new UsageError(
    `Cannot use --chip ${chips.join(',')}: ${file} is machine code or assembly, which is for one chip; specify one`,
  );
}

function readSource(file: string, { state, ...settings }: CheckSettings): readonly CheckSubject[] {
  const { chips = [], driver, flags = [], onRejected, given } = settings;
  return compileSourcePrograms(file, { chips, driver, flags, state, given, onRejected: onRejected }).map(
    ({ record, attachments, ...others }) => {
      const source = { ...others.source, text: readSourceText(file) };
      return {
        ...others,
        ...{ id: record.id, gfx: record.gfx, file, record, source },
        ...(attachments === undefined ? {} : { draws: [{ record, source, boundary: [], attachments }] }),
      };
    },
  );
}

/** Returns the lines of a source whose line numbers are its own: neither SPIR-V's nor those of included files. */
function readSourceText(file: string): readonly string[] | undefined {
  if (!['glsl', 'hlsl'].includes(getLanguage(file)!)) return undefined;
  const text = new TextDecoder().decode(readInput('program', file));
  return /^[ \t]*#[ \t]*(?:include|line)\b/m.test(text) ? undefined : text.split(/\r?\n/);
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
