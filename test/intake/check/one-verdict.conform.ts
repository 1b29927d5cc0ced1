import { isDeepStrictEqual } from 'node:util';
import type { ChipName } from '../../../arch/index.js';
import { CHIP_FILES } from '../../checkers/evidence/static/support/corpus-programs.js';
import { getCodeKey, getCodeKeys, TWINS } from '../../support/corpus-twins.js';
import {
  FORMATS,
  findFormatsWithDifferentWords,
  getVerdicts,
  readStoredRecords,
} from './support/one-verdict.js';

/** Every Nth program is judged; the others are only decoded, once from each machine-word format. */
const JUDGED_INTERVAL = 8;
/** Every Nth judged program is tried in all formats; the others are each tried in one, cycling through the formats. */
const ALL_FORMATS_INTERVAL = 8;

/** Returns a file's records, omitting programs that the chip shares with its twin. */
function listDistinctRecords(file: string): ReturnType<typeof readStoredRecords> {
  const [chip, wave] = file.split('-');
  const twin = TWINS[chip as ChipName];
  const codes = getCodeKeys(twin === undefined ? [] : readStoredRecords(`${twin}-${wave}`));
  return readStoredRecords(file).filter((record) => !codes.has(getCodeKey(record)));
}

/** The files with at least one distinct record, and those records. */
const SUBJECTS = CHIP_FILES.map((file) => [file, listDistinctRecords(file)] as const).filter(
  ([, records]) => records.length > 0,
);

it.each(SUBJECTS)(
  'each program in %s gets the same verdict under any name and in any format',
  (_file, records) => {
    const judgedRecords = records.filter((_, i) => i % JUDGED_INTERVAL === 0);
    const differing = judgedRecords.flatMap((record, i) => {
      const formats = i % ALL_FORMATS_INTERVAL === 0 ? FORMATS : [FORMATS[i % FORMATS.length]!];
      const { original, others } = getVerdicts(record, 0, 1, formats);
      return others
        .filter(({ verdict }) => !isDeepStrictEqual(verdict, original))
        .map(({ format }) => `${record.id} as ${format}`);
    });
    expect(differing).toEqual([]);
  },
  30 * 60_000,
);

it.each(SUBJECTS)(
  'each program in %s is decoded identically from an object and from words',
  (_file, records) => {
    const differing = records.flatMap((record) =>
      findFormatsWithDifferentWords(record).map((format) => `${record.id} as ${format}`),
    );
    expect(differing).toEqual([]);
  },
);
