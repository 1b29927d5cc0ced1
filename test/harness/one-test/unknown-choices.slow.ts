import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { findRelevantChoices } from '../../../harness/one-test/unknown-choices.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { planRuns } from '../../../intake/check/check-runs.js';
import { KNOBS, type KnobValues, type RuleId, type Scenario, setting } from '../../../transactions/index.js';
import { assembleRecord, readAssembly } from '../../intake/check/support/broken-records.js';

const NAVI21 = 'rmw_buffer/navi21/w64/mono';

/** Returns the smallest of several scenes for the corpus program, with `edit` applied to each instruction. */
function makeScene(edit: (asm: string) => string, freedoms: Partial<KnobValues>): Scenario {
  const { gfx, ...record } = assembleRecord(NAVI21, readAssembly(NAVI21).map(edit).join('\n'));
  const subject = { id: 'edited', gfx, file: '', record: { gfx, ...record }, assumed: [] };
  const { scenario } = planRuns(subject, { seeds: 8, seed: '0x1' }, openCorpus())[0]!;
  return { ...scenario, freedoms: { ...scenario.freedoms, ...freedoms } };
}

const withSecondMessage = (asm: string): string => (asm.startsWith('s_sendmsg') ? `${asm}\n${asm}` : asm);

describe('the choices that errors depend on', () => {
  it('include the effect of a second exit message, but only for the hang that depends on it', () => {
    const scenario = makeScene(withSecondMessage, {
      secondMessage: setting('secondMessage', 'counts'),
      exitAdvance: setting('exitAdvance', 'message'),
    });
    const choices = findRelevantChoices(scenario);
    expect(choices.get('HANG-01') ?? choices.get('ORD-06')).toContainEqual({
      unknown: 'U13',
      knob: 'secondMessage',
      now: 'counts',
      instead: 'ignored',
    });
    expect(choices.has('PROTO-01')).toBe(false);
  });

  it('are empty after a single run if nothing fails', () => {
    let runs = 0;
    const correctScene = makeScene((asm) => asm, {});
    expect(findRelevantChoices(correctScene, { beforeRun: () => runs++ }).size).toBe(0);
    expect(runs).toBe(1);
  });

  it('are found with runs that stop at the errors in question', () => {
    const brokenScene = makeScene(withSecondMessage, { secondMessage: setting('secondMessage', 'ignored') });
    const completeRun = runScenarioTest(brokenScene);
    const truncatedRun = runScenarioTest(brokenScene, { shouldStopAt: (rule) => rule === 'PROTO-01' });
    expect(completeRun.verdict.violations.map(({ rule }) => rule)).toContain('PROTO-01');
    expect(truncatedRun.verdict.violations.map(({ rule }) => rule)).toContain('PROTO-01');
    expect(truncatedRun.run.instructions).toBeLessThan(completeRun.run.instructions / 2);
  });

  it('are tried only if the run had read them when the error occurred', () => {
    const withoutWaits = (asm: string): string => (asm.startsWith('s_waitcnt') ? 's_nop 0' : asm);
    const rules = new Set<RuleId>(['RACE-02']);
    let runs = 0;
    findRelevantChoices(makeScene(withoutWaits, {}), { rules, beforeRun: () => runs++ });
    const unknownKnobs = Object.values(KNOBS).filter(({ source }) => source.startsWith('U'));
    expect(runs).toBeGreaterThan(1);
    expect(runs).toBeLessThan(unknownKnobs.length / 2);
  });

  it('are no longer searched for once the runs reach their cost limit', () => {
    let runs = 0;
    expect(
      findRelevantChoices(makeScene(withSecondMessage, {}), { beforeRun: () => runs++, instructions: 0 })
        .size,
    ).toBe(0);
    expect(runs).toBe(1);
  });
});
