import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ChipName, chipOf } from '../../../../arch/index.js';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { checkProgram, type ProgramVerdict } from '../../../../intake/check/check-program.js';
import {
  type CheckSettings,
  type CheckSubject,
  readSubjects,
} from '../../../../intake/check/check-subjects.js';
import type { CorpusRecord } from '../../../../stimulus/index.js';
import { buildElf } from '../../../harness/elf/elf-builder.js';
import { getObjectFlags } from '../../../support/object-flags.js';

const corpus = openCorpus();

/** A corpus record as stored in its file. */
interface StoredRecord extends Omit<CorpusRecord, 'instructions'> {
  readonly instructions: readonly {
    readonly pc: number;
    readonly words: readonly string[];
    readonly asm: string;
    readonly label?: string;
  }[];
}

/** Reads the records of a corpus file. */
export function readStoredRecords(file: string): readonly StoredRecord[] {
  return JSON.parse(readFileSync(join(findPackageRoot(), 'data', 'corpus', file), 'utf8')) as StoredRecord[];
}

/** Returns the parts of a verdict that do not depend on the program's name. */
function extractContent({ verdict, violations, unchecked, notArmed, value, weaknesses }: ProgramVerdict) {
  const found = violations.map(
    ({ violation: { rule, severity, cycle, place } }) => `${rule} ${severity} at ${cycle}, pc ${place.pc}`,
  );
  return { verdict, found, unchecked, notArmed, value, weaknesses };
}

/**
 * Other formats to read a record's program from: the record under a new name, or an ELF object, assembly text or
 * machine words with the same state.
 */
export const FORMATS = ['renamed', 'object', 'text', 'words'] as const;

type Format = (typeof FORMATS)[number];

interface Subjects {
  readonly original: CheckSubject;
  readonly others: readonly { readonly format: Format; readonly subject: CheckSubject }[];
}

/** Returns verdicts for one variant of a record, run on its first few scenes, as stored and in the given formats. */
export function getVerdicts(
  record: StoredRecord,
  variantIndex: number,
  scenes: number,
  formats: readonly Format[] = FORMATS,
) {
  const { original, others } = readInFormats(record, variantIndex, formats);
  const getContent = (subject: CheckSubject) =>
    extractContent(checkProgram(subject, { seeds: scenes, seed: '0x1' }, corpus));
  return {
    original: getContent(original),
    others: others.map(({ format, subject }) => ({ format, verdict: getContent(subject) })),
  };
}

/** Returns the binary formats whose machine words differ from those of the record itself. */
export function findFormatsWithDifferentWords(record: StoredRecord): readonly Format[] {
  const { original, others } = readInFormats(record, 0, ['object', 'words']);
  const getWords = ({ record: { instructions } }: CheckSubject) => instructions.flatMap(({ words }) => words);
  const words = getWords(original);
  return others
    .filter(({ subject }) => !isDeepStrictEqual(getWords(subject), words))
    .map(({ format }) => format);
}

/** Reads one variant of a record, as stored and in the given formats. */
function readInFormats(record: StoredRecord, variantIndex: number, formats: readonly Format[]): Subjects {
  const variant = record.variants[variantIndex]!;
  const folder = mkdtempSync(join(tmpdir(), 'pops-one-verdict-'));
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const read = (file: string, settings: CheckSettings = {}): CheckSubject => readSubjects(file, settings)[0]!;
  try {
    const { chip, wave, interlock, abi, regs, epilog, stats, instructions } = record;
    const words = instructions.flatMap((instruction) => instruction.words);
    const state = write(
      'state.json',
      JSON.stringify({
        chip,
        wave,
        interlock,
        samples: variant.samples,
        args: abi.args,
        inputs: abi.inputs.map(({ attr, name, how }) => ({ attr, name, how })),
        user_data: variant.user_data ?? abi.user_data,
        regs: { ...regs, ...variant.regs },
        ...(epilog === undefined ? {} : { epilog: { instructions: epilog.instructions } }),
        ...(stats === undefined ? {} : { scratch_bytes_per_wave: stats.scratch_bytes_per_wave }),
      }),
    );
    const original = { ...record, variants: [variant] };
    const renamed = { ...original, id: 'a/b/c', shader: 'anything' };
    const text = instructions.map(({ asm, label }) => `${label === undefined ? '' : `${label}:\n`}${asm}`);
    const { gfx } = chipOf(chip as ChipName);
    const readers = {
      renamed: () => read(write('renamed.json', JSON.stringify([renamed]))),
      object: () =>
        read(write('ps.o', buildElf({ words: words.map(Number), flags: getObjectFlags(gfx) })), { state }),
      text: () => read(write('ps.s', text.join('\n')), { state }),
      words: () => read(write('ps.hex', words.join(' ')), { state }),
    };
    return {
      original: read(write('own.json', JSON.stringify([original]))),
      others: formats.map((format) => ({ format, subject: readers[format]() })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
