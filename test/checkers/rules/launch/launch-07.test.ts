import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { KnobValues, Scenario } from '../../../../transactions/index.js';
import { createVertexScene } from '../../../support/background-scene.js';
import type { Corruption } from '../../support/mistaken-launches.js';
import { createCrowdedScenario, getFiredLaunchRules, noCorruption } from '../../support/mistaken-launches.js';

/** A draw with many concurrent vertex waves. */
const DRAW = {
  vertices: 2000,
  instances: 1,
  divisors: [1, 1],
  baseVertex: 0,
  startInstance: 0,
  clamps: true,
  inputs: [[1], [1]],
} as const;

/** Returns whether LAUNCH-07 fires if only the checkers, not the device, use the changed freedoms. */
function fires(scenario: Scenario, changes: Partial<KnobValues>): boolean {
  const scoreboards = createScoreboards({ ...scenario, freedoms: { ...scenario.freedoms, ...changes } });
  runScenario(scenario, (t) => scoreboards.observe(t));
  return 'LAUNCH-07' in (scoreboards.finish().fired ?? {});
}

test("LAUNCH-07 fires when a packer's younger wave starts first, but not when packers take turns", () => {
  const scenario = createCrowdedScenario();
  const waves: number[] = [];
  const packers = new Map<number, number>();
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-formed') packers.set(t.wave, t.packer);
    if (t.kind === 'wave-launched') waves.push(t.wave);
  });
  expect(new Set(packers.values()).size).toBe(2);
  const secondIndex = waves.findIndex((wave, i) => packers.get(wave) === packers.get(waves[0]) && i > 0);
  const swapWaves: Corruption = (_, previous) => {
    if (previous.length === 0) return { wave: waves[secondIndex] };
    return previous.length === secondIndex ? { wave: waves[0] } : undefined;
  };
  expect(getFiredLaunchRules(scenario, swapWaves)).toContain('LAUNCH-07');
  expect(getFiredLaunchRules(scenario, noCorruption)).toEqual([]);
});

test('LAUNCH-07 fires when a wave starts without a free staging register', () => {
  expect(fires(createCrowdedScenario(), { stagedWaves: 1 })).toBe(true);
  expect(fires(createCrowdedScenario(), {})).toBe(false);
});

test("LAUNCH-07 limits geometry waves to their own pipe's staging registers", () => {
  const scenario = createVertexScene('navi21', DRAW, { interval: 1 });
  expect(fires(scenario, { stagedVertexWaves: 1 })).toBe(true);
  expect(fires(scenario, { stagedWaves: scenario.freedoms.stagedWaves })).toBe(false);
});
