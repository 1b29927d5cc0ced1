import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { addChoices, checkProgram } from '../../../intake/check/check-program.js';
import { MAX_SHOWN_VIOLATIONS } from '../../../intake/check/evidence-text.js';
import { Findings } from '../../../intake/check/findings.js';
import { isStaticFinding } from '../../../transactions/index.js';
import { assembleRecord, readAssembly } from './support/broken-records.js';

const NAVI21 = 'rmw_buffer/navi21/w64/mono';
const PLAN = { seeds: 3, seed: '0x1' };

/**
 * Checks the program after passing each instruction through `edit`. Returns the verdict, with the choices that its
 * errors depend on.
 */
function checkEdited(edit: (asm: string) => string) {
  const { gfx, ...record } = assembleRecord(NAVI21, readAssembly(NAVI21).map(edit).join('\n'));
  const subject = { id: 'edited', gfx, file: '', record: { gfx, ...record }, assumed: [] };
  const corpus = openCorpus();
  return addChoices(checkProgram(subject, PLAN, corpus), subject, PLAN, corpus);
}

describe('choices that findings depend on', () => {
  it('are given only for errors shown on the terminal', () => {
    const { verdict, violations } = checkEdited((asm) =>
      asm.startsWith('s_sendmsg') ? `${asm}\n${asm}` : asm,
    );
    expect(verdict).toBe('fail');
    expect(violations.length).toBeGreaterThan(MAX_SHOWN_VIOLATIONS);
    for (const [i, { violation, dependsOn }] of violations.entries()) {
      const isExplained =
        i < MAX_SHOWN_VIOLATIONS && violation.severity === 'error' && !isStaticFinding(violation);
      expect(dependsOn !== undefined).toBe(isExplained);
    }
    const hang = violations.find(({ violation }) => violation.rule === 'HANG-01');
    expect(hang?.dependsOn?.map(({ knob }) => knob)).toContain('secondMessage');
  });
});

it('a place has one finding of a rule: its first error, if any scene has one', () => {
  const reports = ['warning', 'error', 'error'].map((severity, scene) => {
    const violations = [{ rule: 'PROTO-08', severity, unit: 'program', place: { pc: 16 } }];
    return { violations, unchecked: new Map(), variant: 0, scene };
  });
  const found = new Findings(reports as never).listByScene();
  expect(found).toMatchObject([{ scene: 1, violation: { severity: 'error' } }]);
});
