import { describe, expect, it } from 'vitest';
import { qualifyFault } from '../../../closure/qualify/qualify-fault.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';

const corpus = openCorpus();
const plan = { seed: '0x5eed', count: 3, shrinkMs: 1 };

describe('a fault under test', () => {
  it('is killed by the rule that reports the first error, with a command that reproduces it', async () => {
    const verdict = await qualifyFault('F46', plan, corpus);
    expect(verdict).toMatchObject({ id: 'F46', killed: true, ofClass: true, rule: 'ORD-06', tests: 1 });
    expect(verdict.repro).toBe(`npx --no-install pops-tb replay '${verdict.killer}' --fault F46`);
    expect(verdict.rules['ORD-06']).toBe(1);
    expect(verdict.shrunk!.waves).toBeGreaterThan(0);
  });

  it('is credited to every rule that warns only when the fault is injected, not just to the first one', async () => {
    const { rule, rules } = await qualifyFault('F186', plan, corpus);
    expect(rule).toMatch(/^PERF-/);
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(['PERF-04', 'PERF-05']));
  });

  it('is tested with the nightly suite if only a nightly sequence can expose it', async () => {
    const { rule, killer } = await qualifyFault('F259', plan, corpus);
    expect(rule).toBe('VIS-01');
    expect(killer).toMatch(/^nightly:memory_corners@/);
  });

  it('survives if no planned test kills it', async () => {
    const { killed, tests, rules, killer } = await qualifyFault(
      'F48',
      { ...plan, seed: '0x1', count: 1 },
      corpus,
    );
    expect({ killed, tests, rules, killer }).toEqual({
      killed: false,
      tests: 1,
      rules: {},
      killer: undefined,
    });
  });
});
