import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { plainDraws } from '../../../stimulus/sequences/plain-draws.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(low: number, chips = plainDraws.chips): Scenario {
  return drawScenario(plainDraws, low, { chips });
}

test('plain_draws puts unordered draws between ordered draws', () => {
  for (let low = 0; low < 30; low++) {
    const { chip, draws } = generateScenario(low);
    const interlocks = draws.map(({ interlock }) => (interlock === 'none' ? 'none' : 'some')).join(' ');
    expect(interlocks).toMatch(/^some( none)+ some( none| some)*$/);
    for (const { interlock, registers } of draws) {
      const isOn = (registers.DB_SHADER_CONTROL >>> 16) & 1;
      expect([chip, isOn]).toEqual([chip, interlock === 'none' ? 0 : 1]);
    }
  }
});

test('depth tests may run at any time for draws without side effects, but only after the shader for all others', () => {
  const orders = new Map<string, Set<number>>();
  for (let low = 0; low < 60; low++) {
    const { draws, programs } = generateScenario(low);
    for (const { program, registers } of draws) {
      const knownOrders = orders.get(programs[program].name) ?? new Set();
      orders.set(programs[program].name, knownOrders.add((registers.DB_SHADER_CONTROL >>> 4) & 3));
    }
  }
  const sizes = Object.fromEntries([...orders].map(([name, seen]) => [name, seen.size]));
  expect(sizes).toEqual({ plain_draws: 1, plain: 4, depth: 4, store: 1 });
});

test('waves overlap those of an earlier ordered draw, with unordered draws in between', () => {
  let overlapsAcrossUnordered = 0;
  for (let low = 0; low < 6; low++) {
    const scenario = generateScenario(low, ['navi31']);
    const isUnordered = (draw: number): boolean => scenario.draws[draw].interlock === 'none';
    const drawByWave = new Map<number, number>();
    const overlapsByWave = new Map<number, number[]>();
    const { finding } = runScenarioTest(scenario, {
      sink: (t) => {
        if (t.kind === 'wave-formed') drawByWave.set(t.wave, t.draw);
        if (t.kind === 'overlap') overlapsByWave.set(t.wave, [...t.overlapped.subarray(0, t.count)]);
      },
    });
    expect(finding).toBeUndefined();
    for (const [wave, overlapped] of overlapsByWave) {
      const draws = [wave, ...overlapped].map((waveNumber) => drawByWave.get(waveNumber)!);
      expect(draws.filter(isUnordered)).toEqual([]);
      const between = scenario.draws.map((_, draw) => draw).slice(Math.min(...draws) + 1, draws[0]);
      if (between.some(isUnordered)) overlapsAcrossUnordered++;
    }
  }
  expect(overlapsAcrossUnordered).toBeGreaterThan(0);
});
