import { describe, expect, it } from 'vitest';
import {
  findSequence,
  generateTest,
  NO_OVERRIDES,
  openCorpus,
  runScenarioTest,
  shrinkScenario,
} from '../../../regression/index.js';
import { type FaultId, KNOBS, type Scenario, scenarioContradiction } from '../../../transactions/index.js';

const corpus = openCorpus();

function scenarioWith(fault: FaultId | undefined, seed: string): Scenario {
  const faults = fault === undefined ? [] : [fault];
  const overrides = { ...NO_OVERRIDES, chips: ['navi21' as const], faults };
  return generateTest({ sequence: findSequence('rmw_buffer'), seed, overrides, corpus });
}

describe('a shrunk scenario', () => {
  it('is well formed, fails alike, and is small', () => {
    const scenario = scenarioWith('F46', '0x15');
    const result = shrinkScenario(scenario, { budgetMs: Infinity, details: true })!;
    const again = runScenarioTest(result.scenario, { record: true });
    expect(result.complete).toBe(true);
    expect(scenarioContradiction(result.scenario)).toBeUndefined();
    expect(again.finding?.signature).toBe(result.signature);
    expect(again.run.choices).toEqual((result.scenario.schedule as { choices: readonly number[] }).choices);
    expect(again.run.waves).toBe(result.shrunk.waves);
    expect(result.shrunk.waves + result.shrunk.primitives).toBeLessThanOrEqual(6);
    expect(result.original.waves + result.original.primitives).toBeGreaterThan(60);
    expect(result.shrunk.words).toBeLessThan(result.original.words / 2);
    expect(result.shrunk.registers).toBeLessThan(result.original.registers / 2);
  });

  it('of a fault that shows when ids wrap has two waves, however many came before', () => {
    const sequence = findSequence('discard_before');
    const overrides = { chips: ['vangogh' as const], knobs: {}, faults: ['F24' as const] };
    const failing = generateTest({ sequence, seed: '0x5e', overrides, corpus });
    expect(runScenarioTest(failing).finding?.rule).toBe('ORD-05');
    const { original, shrunk } = shrinkScenario(failing, { budgetMs: Infinity })!;
    expect(original.waves).toBeGreaterThan(20);
    expect(shrunk).toMatchObject({ waves: 2, primitives: 2, draws: 1 });
  });

  it('does not fail without the fault, so that it shows the fault and nothing of its own', () => {
    const { scenario } = shrinkScenario(scenarioWith('F46', '0x11'), { budgetMs: Infinity })!;
    expect(runScenarioTest({ ...scenario, faults: [] }).finding).toBeUndefined();
  });

  it('has default knobs where the failure does not need others', () => {
    const { scenario } = shrinkScenario(scenarioWith('F46', '0x12'), { budgetMs: Infinity })!;
    const other = Object.entries(KNOBS).filter(
      ([name, knob]) => `${scenario.freedoms[name as keyof typeof KNOBS]}` !== `${knob.default}`,
    );
    expect(other.length).toBeLessThanOrEqual(1);
  });

  it('is the same however often it is made', () => {
    const scenario = scenarioWith('F46', '0x13');
    const [a, b] = [1, 2].map(() => shrinkScenario(scenario, { budgetMs: Infinity })!.scenario);
    expect(a).toEqual(b);
  });
});

describe('a shrink', () => {
  it('keeps the best so far when its budget is over', () => {
    const scenario = scenarioWith('F46', '0x11');
    const result = shrinkScenario(scenario, { budgetMs: 0 })!;
    expect(result.complete).toBe(false);
    expect(result.shrunk).toEqual(result.original);
    expect(runScenarioTest(result.scenario).finding?.signature).toBe(result.signature);
  });

  it('has nothing to do for a scenario that passes', () => {
    expect(shrinkScenario(scenarioWith(undefined, '0x11'), { budgetMs: 0 })).toBeUndefined();
  });
});
