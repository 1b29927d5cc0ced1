import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { checkProgram } from '../../../intake/check/check-program.js';
import { breakRecord, HANGING_PROGRAMS } from './support/broken-records.js';

const corpus = openCorpus();

it.each(HANGING_PROGRAMS)('finds the hang and its cause: $name', (program) => {
  const record = breakRecord(program);
  const { id, gfx } = record;
  const subject = { id, gfx, file: '', record, assumed: [] };
  const { verdict, violations, runs } = checkProgram(subject, { seeds: 8, seed: '0x1' }, corpus);
  expect(verdict).toBe('fail');
  const found = violations.find(({ violation }) => violation.rule === program.rule)?.violation;
  expect([found?.observed, ...(found?.steps ?? []), found?.hint].join('\n')).toMatch(program.cause);
  expect(runs).toBeLessThan(5);
});
