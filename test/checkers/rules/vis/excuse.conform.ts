import { runScenarioTest } from '../../../../harness/one-test/run-test.js';
import type { FaultId, KnobValues, RuleId, Verdict } from '../../../../transactions/index.js';
import { setting } from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';

function runTests(
  name: string,
  count: number,
  knobs: Partial<KnobValues>,
  faults: FaultId[] = [],
): Verdict[] {
  return Array.from({ length: count }, (_, i) => {
    return runScenarioTest(drawScenario(name, `0x${(0xca0 + i).toString(16)}`, { knobs, faults })).verdict;
  });
}

function countFirings(verdicts: readonly Verdict[], rule: RuleId): number {
  return verdicts.reduce((sum, verdict) => sum + (verdict.fired?.[rule] ?? 0), 0);
}

const STALE_CACHES = { caches: setting('caches', 'stale') };

describe('programs without coherence bits on stale caches', () => {
  it.each(['rmw_buffer', 'discard_after'])('%s causes warnings but no errors', (name) => {
    const verdicts = runTests(name, 8, STALE_CACHES);
    expect(countFirings(verdicts, 'VIS-01')).toBeGreaterThan(0);
    expect(
      verdicts.flatMap(({ violations }) => violations.filter(({ severity }) => severity === 'error')),
    ).toEqual([]);
  });

  it('still have their final memory checked if they cause no warning', () => {
    const verdicts = runTests('rmw_buffer', 8, STALE_CACHES);
    expect(verdicts.reduce((sum, { armed }) => sum + (armed['ORD-03'] ?? 0), 0)).toBeGreaterThan(0);
  });
});

describe('programs with coherence bits', () => {
  it.each(['coherent_stale', 'mixed_reads'])('%s is checked on stale caches and violates no rule', (name) => {
    const verdicts = runTests(name, 8, {});
    const rules = verdicts.flatMap(({ violations }) => violations.map(({ rule }) => rule));
    expect(rules.filter((rule) => !rule.startsWith('PERF-'))).toEqual([]);
    expect(verdicts.reduce((sum, { armed }) => sum + (armed['VIS-01'] ?? 0), 0)).toBeGreaterThan(0);
  });

  it('are not excused when the hardware serves stale data: the final memory is checked too', () => {
    const verdicts = runTests('mixed_reads', 4, {}, ['F148']);
    expect(countFirings(verdicts, 'VIS-01')).toBeGreaterThan(0);
    expect(countFirings(verdicts, 'ORD-03')).toBeGreaterThan(0);
  });
});
