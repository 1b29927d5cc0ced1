import { expect, test } from 'vitest';
import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { Freedoms, Scenario } from '../../../../transactions/index.js';
import { vertexScene } from '../../../support/background-scene.js';
import { crowded, firedWith, type Mistake, unchanged } from '../../support/mistaken-launches.js';

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

/** Whether LAUNCH-07 fires if the checkers, but not the device, have these freedoms changed. */
function firesWith(scenario: Scenario, changed: Partial<Freedoms>): boolean {
  const scoreboards = createScoreboards({ ...scenario, freedoms: { ...scenario.freedoms, ...changed } });
  runScenario(scenario, (t) => scoreboards.observe(t));
  return 'LAUNCH-07' in (scoreboards.finish().fired ?? {});
}

test('LAUNCH-07 fires when a younger wave of a packer starts first, but not when packers take turns', () => {
  const scenario = crowded();
  const waves: number[] = [];
  const packerOf = new Map<number, number>();
  runScenario(scenario, (t) => {
    if (t.kind === 'wave-formed') packerOf.set(t.wave, t.packer);
    if (t.kind === 'wave-launched') waves.push(t.wave);
  });
  expect(new Set(packerOf.values()).size).toBe(2);
  const second = waves.findIndex((wave, i) => packerOf.get(wave) === packerOf.get(waves[0]) && i > 0);
  const swapped: Mistake = (_, before) => {
    if (before.length === 0) return { wave: waves[second] };
    return before.length === second ? { wave: waves[0] } : undefined;
  };
  expect(firedWith(scenario, swapped)).toContain('LAUNCH-07');
  expect(firedWith(scenario, unchanged)).toEqual([]);
});

test('LAUNCH-07 fires when a wave starts without a free staging register', () => {
  expect(firesWith(crowded(), { stagedWaves: 1 })).toBe(true);
  expect(firesWith(crowded(), {})).toBe(false);
});

test('LAUNCH-07 limits geometry waves to the entries of their own pipe', () => {
  const crowd = vertexScene('navi21', DRAW, { interval: 1 });
  expect(firesWith(crowd, { stagedVertexWaves: 1 })).toBe(true);
  expect(firesWith(crowd, { stagedWaves: crowd.freedoms.stagedWaves })).toBe(false);
});
