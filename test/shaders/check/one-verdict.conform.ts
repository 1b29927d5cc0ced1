import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { CHIP_FILES } from '../../checkers/evidence/static/support/corpus-programs.js';
import { codeOf, codesOf, TWINS } from '../../support/corpus-twins.js';
import { FORMATS, formatsOfOtherWords, printedRecords, verdictsOf } from './support/one-verdict.js';

/** One in this many programs is judged. The others are only decoded, from every format of machine words. */
const JUDGED_IN = 5;
/** One in this many judged programs is tried in every format. The others are tried in one format each, in rotation. */
const ALL_FORMATS_IN = 8;

/** Returns a file's records, except those whose code its chip's twin shares. */
function ownRecords(file: string): ReturnType<typeof printedRecords> {
  const [chip, wave] = file.split('-');
  const twin = TWINS[chip as ChipName];
  const codes = codesOf(twin === undefined ? [] : printedRecords(`${twin}-${wave}`));
  return printedRecords(file).filter((record) => !codes.has(codeOf(record)));
}

/** The files and their records; a file with no records left is not tested. */
const SUBJECTS = CHIP_FILES.map((file) => [file, ownRecords(file)] as const).filter(
  ([, records]) => records.length > 0,
);

it.each(SUBJECTS)(
  'each program in %s gets the same verdict under any name and in any format',
  (_file, records) => {
    const judged = records.filter((_, i) => i % JUDGED_IN === 0);
    const differ = judged.flatMap((record, i) => {
      const formats = i % ALL_FORMATS_IN === 0 ? FORMATS : [FORMATS[i % FORMATS.length]!];
      const { own, others } = verdictsOf(record, 0, 1, formats);
      return others
        .filter(({ verdict }) => !isDeepStrictEqual(verdict, own))
        .map(({ format }) => `${record.id} as ${format}`);
    });
    expect(differ).toEqual([]);
  },
  30 * 60_000,
);

it.each(SUBJECTS)(
  'each program in %s is decoded identically from an object and from words',
  (_file, records) => {
    const differ = records.flatMap((record) =>
      formatsOfOtherWords(record).map((format) => `${record.id} as ${format}`),
    );
    expect(differ).toEqual([]);
  },
);
