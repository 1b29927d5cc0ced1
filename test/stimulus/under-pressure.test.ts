import { runScenarioTest } from '../../harness/one-test/run-test.js';
import type { KnobValues } from '../../transactions/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Generates a scenario from the named sequence, with fixed knobs. */
function generateScenario(name: string, knobs: Partial<KnobValues>) {
  return drawScenario(name, '0x1234', { chips: ['navi21'], knobs });
}

const CALM = { geometryPressure: 0, computePressure: 0, pctDepth: 0, latencyBurst: 0 };

describe.each(['rmw_buffer', 'primitive_kinds'])('%s', (name) => {
  it('adds background work if the knobs request it, without failing or changing the draws', () => {
    const calm = generateScenario(name, CALM);
    const busy = generateScenario(name, { ...CALM, geometryPressure: 100, computePressure: 34 });
    expect(calm.background).toBeUndefined();
    expect(busy.background!.works.map(({ kind }) => kind)).toEqual([
      'geometry',
      'geometry',
      'geometry',
      'compute',
    ]);
    expect(busy.draws).toEqual(calm.draws);
    expect(runScenarioTest(busy).finding).toBeUndefined();
  });

  it('uses fixed priorities and the requested number of preemptions, and keeps the timing seed', () => {
    const calm = generateScenario(name, CALM);
    const { schedule } = generateScenario(name, { ...CALM, pctDepth: 3 });
    expect(calm.schedule.strategy).toBe('random');
    expect(schedule).toMatchObject({
      strategy: 'pct',
      depth: 3,
      seed: (calm.schedule as { seed: string }).seed,
    });
  });
});

it('the device drains once the stimulus has ended, even after back-to-back latency bursts', () => {
  const bursts = { ...CALM, latencyBurst: 100, latencyBurstCycles: 10_000 };
  const { finding, run } = runScenarioTest(generateScenario('rmw_buffer', bursts));
  expect(finding).toBeUndefined();
  expect(run.cycles).toBeGreaterThan(runScenarioTest(generateScenario('rmw_buffer', CALM)).run.cycles);
});
