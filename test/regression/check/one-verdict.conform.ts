import { expect, it } from 'vitest';
import { CORPUS_FILES } from '../../checkers/static/support/corpus-programs.js';
import { printedRecords, verdictsOf } from './support/one-verdict.js';

/** Some twelve minutes on one core for all files, one scene of each record's first variant. */
it.each(CORPUS_FILES)(
  'each program of %s has one verdict under any name and in any format',
  (file) => {
    for (const record of printedRecords(file)) {
      const { record: own, ...others } = verdictsOf(record, 0, 1);
      for (const [format, verdict] of Object.entries(others))
        expect([record.id, format, verdict]).toEqual([record.id, format, own]);
    }
  },
  30 * 60_000,
);
