import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/qualify.js';
import { type ShrunkCase, shrinkScenario, shrinkTest } from '../../../failures/shrink/shrink.js';
import { resolveReplay } from '../../../failures/stored/replay-source.js';
import { runScenarioTest, type TestResult } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { type FaultId, findContradiction, KNOBS, type Scenario } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const corpus = openCorpus();

function generateScenario(fault: FaultId | undefined, seed: string): Scenario {
  const faults = fault === undefined ? [] : [fault];
  return drawTest('rmw_buffer', seed, { chips: ['navi21'], faults });
}

/** Regenerates and runs the test that detects a fault according to the kill matrix. */
function runKillingTest(id: FaultId): { readonly scenario: Scenario; readonly first: TestResult } {
  const { killer } = readKillMatrix(getKillMatrixPath()).find((row) => row.id === id)!;
  const overrides = { ...NO_OVERRIDES, faults: [id] };
  const { scenario } = resolveReplay(killer.replace(/~.*/, ''), overrides, corpus);
  return { scenario, first: runScenarioTest(scenario) };
}

describe('a shrunk scenario', () => {
  it('is well formed, has the same failure, and is small', async () => {
    const scenario = generateScenario('F46', '0x15');
    const result = (await shrinkScenario(scenario, { budgetMs: Infinity, details: true }))!;
    const rerun = runScenarioTest(result.scenario, { record: true });
    expect(result.complete).toBe(true);
    expect(findContradiction(result.scenario)).toBeUndefined();
    expect(rerun.finding?.signature).toBe(result.signature);
    expect(result.scenario.schedule).toEqual({ strategy: 'decisions', decisions: [] });
    expect(result.shrunk.choices).toBe(0);
    expect(rerun.run.waves).toBe(result.shrunk.waves);
    expect(result.shrunk.waves + result.shrunk.primitives).toBeLessThanOrEqual(6);
    expect(result.original.waves + result.original.primitives).toBeGreaterThan(60);
    expect(result.shrunk.words).toBeLessThan(result.original.words / 2);
    expect(result.shrunk.registers).toBeLessThan(result.original.registers / 2);
  });

  it('has two waves for a fault that only appears when ids wrap, no matter how many waves came before', async () => {
    const failing = drawTest('discard_before', '0x5e', { chips: ['vangogh'], faults: ['F24'] });
    expect(runScenarioTest(failing).finding?.rule).toBe('ORD-05');
    const { original, shrunk, scenario } = (await shrinkScenario(failing, { budgetMs: Infinity }))!;
    expect(original.waves).toBeGreaterThan(20);
    expect(shrunk).toMatchObject({ waves: 2, primitives: 2, draws: 1 });
    // The search also tries scenarios with more ids in flight than exist, which would be invalid in a file.
    expect(findContradiction(scenario)).toBeUndefined();
  });

  it('is as small as a handwritten scene, even if the hang first occurred among many concurrent waves', async () => {
    const { scenario } = runKillingTest('F57');
    const { original, shrunk } = (await shrinkScenario(scenario, { budgetMs: Infinity }))!;
    expect(original.waves).toBeGreaterThan(50);
    expect(shrunk.waves + shrunk.primitives).toBeLessThanOrEqual(6);
  });

  it('passes without the fault, so the failure is due to the fault alone', async () => {
    const { scenario } = (await shrinkScenario(generateScenario('F46', '0x11'), { budgetMs: Infinity }))!;
    expect(runScenarioTest({ ...scenario, faults: [] }).finding).toBeUndefined();
  });

  it('has the default knobs unless the failure needs other values', async () => {
    const { scenario } = (await shrinkScenario(generateScenario('F46', '0x12'), { budgetMs: Infinity }))!;
    const nonDefaultKnobs = Object.entries(KNOBS).filter(
      ([name, knob]) => `${scenario.freedoms[name as keyof typeof KNOBS]}` !== `${knob.default}`,
    );
    expect(nonDefaultKnobs.length).toBeLessThanOrEqual(1);
  });

  it('is the same every time', async () => {
    const scenario = generateScenario('F46', '0x13');
    const [a, b] = await Promise.all([1, 2].map(() => shrinkScenario(scenario, { budgetMs: Infinity })));
    expect(a!.scenario).toEqual(b!.scenario);
  });
});

describe('shrinking', () => {
  it('returns the best case so far when its budget runs out', async () => {
    const scenario = generateScenario('F46', '0x11');
    const result = (await shrinkScenario(scenario, { budgetMs: 0 }))!;
    expect(result.complete).toBe(false);
    expect(result.shrunk).toEqual(result.original);
    expect(runScenarioTest(result.scenario).finding?.signature).toBe(result.signature);
  });

  it('stops on request and returns the best case reported so far', async () => {
    const stop = new AbortController();
    const steps: ShrunkCase[] = [];
    const result = await shrinkScenario(generateScenario('F46', '0x11'), {
      budgetMs: Infinity,
      signal: stop.signal,
      onStep: (best) => {
        steps.push(best);
        stop.abort();
      },
    });
    expect(steps).toHaveLength(1);
    expect(result).toMatchObject({ complete: false, shrunk: steps[0]!.size, scenario: steps[0]!.scenario });
    expect(steps[0]!.size.primitives).toBeLessThan(result!.original.primitives);
  });

  it('reduces a test with a wave in an infinite loop to that wave, which hangs in the same way', async () => {
    const { scenario, first } = runKillingTest('F110');
    expect([first.run.stopped, first.finding?.rule]).toEqual([false, 'HANG-01']);
    const result = (await shrinkScenario(scenario, { budgetMs: Infinity }))!;
    expect(result.shrunk).toMatchObject({ waves: 1, primitives: 1 });
    expect(runScenarioTest(result.scenario).finding?.signature).toBe(first.finding!.signature);
  });

  it('shortens a run that was stopped at its budget to the part that shows the failure', async () => {
    const overrides = {
      chips: ['navi21' as const],
      knobs: { launchLatency: [1500, 1600] as const },
      faults: ['F46' as const],
    };
    const scenario = drawTest('rmw_buffer', '0x12', overrides);
    const truncated = runScenarioTest(scenario, { cycles: 45_000 });
    expect(truncated.run.stopped).toBe(true);
    expect(runScenarioTest(scenario, { cycles: 10_000 }).finding?.signature).toBe(
      truncated.finding!.signature,
    );
    const result = (await shrinkTest(truncated, { budgetMs: 0 }))!;
    // The failure occurs within 10,000 cycles, so candidates may run for four times as long.
    expect(result.original.waves).toBe(runScenarioTest(scenario, { cycles: 40_000 }).run.waves);
    expect(result.original.waves).toBeLessThan(truncated.run.waves);
    expect(result.signature).toBe(truncated.finding!.signature);
  });

  it('returns nothing for a passing scenario', async () => {
    expect(await shrinkScenario(generateScenario(undefined, '0x11'), { budgetMs: 0 })).toBeUndefined();
  });
});
