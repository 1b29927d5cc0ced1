import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { checkProgram, judgeRuns, runProgram } from '../../../intake/check/check-program.js';
import { readSubjects } from '../../../intake/check/check-subjects.js';

const corpus = openCorpus();
const PLAN = { seeds: 4, seed: '0x1' };
const subjects = readSubjects(join(findPackageRoot(), 'data', 'corpus', 'navi31-w32.json'), {});

it.each(['rmw_buffer/navi31/w32/mono'])(
  'three threads sharing the runs of %s reach the same verdict as one',
  (id) => {
    const subject = subjects.find((candidate) => candidate.id === id)!;
    const parts = [0, 1, 2].map((index) =>
      structuredClone(runProgram(subject, { ...PLAN, part: { index, of: 3 } }, corpus)),
    );
    const sharedVerdict = judgeRuns(parts.reverse(), subject, PLAN, corpus);
    expect(JSON.stringify(sharedVerdict)).toBe(JSON.stringify(checkProgram(subject, PLAN, corpus)));
  },
);
