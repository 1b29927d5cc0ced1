import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureKillingPower, readKillMatrix, updateKillMatrix } from '../../../closure/qualify/qualify.js';
import { type FaultVerdict, qualifyFault } from '../../../closure/qualify/qualify-fault.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const corpus = openCorpus();
const plan = { seed: '0x5eed', count: 3 };

describe('a fault under test', () => {
  it('is killed by the rule that reports the first error, with a command that reproduces it', () => {
    const verdict = qualifyFault('F46', plan, corpus);
    expect(verdict).toMatchObject({ id: 'F46', killed: true, ofClass: true, rule: 'ORD-06', tests: 1 });
    expect(verdict.repro).toBe(`npx --no-install pops-tb replay '${verdict.killer}' --fault F46`);
    expect(verdict.rules['ORD-06']).toBe(1);
  });

  it('is credited to every rule that warns only when the fault is injected, not just to the first one', () => {
    const { rule, rules } = qualifyFault('F186', plan, corpus);
    expect(rule).toMatch(/^PERF-/);
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(['PERF-04', 'PERF-05']));
  });

  it('is tested with the nightly suite if only a nightly sequence can expose it', () => {
    const { rule, killer } = qualifyFault('F259', plan, corpus);
    expect(rule).toBe('VIS-05');
    expect(killer).toMatch(/^nightly:memory_corners@/);
  });

  it('survives if no planned test kills it', () => {
    const { killed, tests, rules, killer } = qualifyFault('F48', { ...plan, seed: '0x1', count: 1 }, corpus);
    expect({ killed, tests, rules, killer }).toEqual({
      killed: false,
      tests: 1,
      rules: {},
      killer: undefined,
    });
  });
});

const folder = createTempFolder();

function makeKilledVerdict(
  id: FaultVerdict['id'],
  tests: number,
  rules: FaultVerdict['rules'],
): FaultVerdict {
  const facts = { id, title: '', killed: true, ofClass: true, waves: 1, seconds: 1 };
  return { ...facts, tests, rules, rule: Object.keys(rules)[0] as 'ORD-01', killer: 'smoke:rmw_buffer@0x1' };
}

describe('a kill matrix', () => {
  it('inserts new rows in the order of faults.md, keeps other rows, and drops survivors', () => {
    const file = join(folder, 'matrix.json');
    expect(readKillMatrix(file)).toEqual([]);
    updateKillMatrix(file, [
      makeKilledVerdict('F46', 3, { 'ORD-06': 3 }),
      makeKilledVerdict('F43', 1, { 'ORD-01': 1 }),
    ]);
    updateKillMatrix(file, [makeKilledVerdict('F01', 9, { 'LAUNCH-04': 9 })]);
    expect(readKillMatrix(file).map(({ id, tests }) => [id, tests])).toEqual([
      ['F01', 9],
      ['F43', 1],
      ['F46', 3],
    ]);
    const { killer, rule, ...survivor } = { ...makeKilledVerdict('F43', 5000, {}), killed: false };
    updateKillMatrix(file, [survivor]);
    expect(readKillMatrix(file).map(({ id }) => id)).toEqual(['F01', 'F46']);
  });

  it('is rejected with the location of the error when malformed', () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, '[{"id":"F999"}]');
    expect(() => readKillMatrix(file)).toThrow(/Invalid kill matrix .*wrong.json: .*id/);
  });

  it('lists sole killers and silent rules, and counts the tests per kill', () => {
    const file = join(folder, 'power.json');
    updateKillMatrix(file, [
      makeKilledVerdict('F01', 1, { 'LAUNCH-04': 1, 'ORD-06': 2 }),
      makeKilledVerdict('F43', 7, { 'ORD-01': 7 }),
      makeKilledVerdict('F46', 2, { 'ORD-06': 2 }),
    ]);
    const { soleKillers, silent, medianTests, maxTests } = measureKillingPower(readKillMatrix(file));
    expect([...soleKillers]).toEqual([
      ['ORD-01', ['F43']],
      ['ORD-06', ['F46']],
    ]);
    expect(silent).toContain('LAUNCH-05');
    expect(silent).not.toContain('LAUNCH-04');
    expect([medianTests, maxTests]).toEqual([2, 7]);
  });
});
