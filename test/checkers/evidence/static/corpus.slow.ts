import { decodeProgram } from '../../../../arch/index.js';
import { examine, findCollisionRegister } from '../../../../checkers/evidence/static/examine.js';
import { CORPUS_FILES, readCorpusPrograms } from './support/corpus-programs.js';

/**
 * Programs that leave a section's store outstanding at the final export (see "What running them showed" in the corpus
 * README).
 */
const FAULTY = /^dual_source\/navi(?:31|48)\/w\d\d\/mono$/;

test.each(CORPUS_FILES)(
  'the static pass finds nothing but the known defect on any path of the programs in %s',
  (file) => {
    const programs = readCorpusPrograms(file);
    const findings: string[] = [];
    for (const { id, gfx, wave, program } of programs) {
      const decoded = decodeProgram(program.words, gfx, wave, program.epilog);
      const report = examine(decoded, findCollisionRegister(program));
      expect([id, [...report.unsupported].map(({ reason }) => reason), report.incomplete]).toEqual([
        id,
        [],
        false,
      ]);
      for (const rule of report.findings.keys()) findings.push(`${id} ${rule}`);
      if (report.outsideAccesses.length > 0) findings.push(`${id} PROTO-08`);
    }
    const expected = programs.filter(({ id }) => FAULTY.test(id)).map(({ id }) => `${id} RACE-01`);
    expect(findings).toEqual(expected);
    expect(expected).toHaveLength(/^navi(?:31|48)/.test(file) ? 1 : 0);
  },
);
