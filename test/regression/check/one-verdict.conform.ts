import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { CORPUS_FILES } from '../../checkers/static/support/corpus-programs.js';
import { FORMATS, printedRecords, verdictsOf } from './support/one-verdict.js';

/** Programs of which one is tried in every format, the others in one format each, all formats in turn. */
const ALL_FORMATS_IN = 8;

it.each(CORPUS_FILES)(
  'each program of %s has one verdict under any name and in any format',
  (file) => {
    const differ = printedRecords(file).flatMap((record, at) => {
      const formats = at % ALL_FORMATS_IN === 0 ? FORMATS : [FORMATS[at % FORMATS.length]!];
      const { own, others } = verdictsOf(record, 0, 1, formats);
      return others
        .filter(({ verdict }) => !isDeepStrictEqual(verdict, own))
        .map(({ format }) => `${record.id} as ${format}`);
    });
    expect(differ).toEqual([]);
  },
  30 * 60_000,
);
