import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { CORPUS_FILES } from '../../checkers/static/support/corpus-programs.js';
import { printedRecords, verdictsOf } from './support/one-verdict.js';

/** Some twelve minutes on one core for all files, one scene of each record's first variant. */
it.each(CORPUS_FILES)(
  'each program of %s has one verdict under any name and in any format',
  (file) => {
    const differ = printedRecords(file).flatMap((record) => {
      const { record: own, ...others } = verdictsOf(record, 0, 1);
      return Object.entries(others)
        .filter(([, verdict]) => !isDeepStrictEqual(verdict, own))
        .map(([format]) => `${record.id} as ${format}`);
    });
    expect(differ).toEqual([]);
  },
  30 * 60_000,
);
