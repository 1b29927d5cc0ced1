import { expect, test } from 'vitest';
import { runScenario } from '../../../rtl-model/index.js';
import { crowded, firedWith, type Mistake, unchanged } from '../support/mistaken-launches.js';

test('LAUNCH-07 fires when a younger wave of a packer starts first, and not when packers take turns', () => {
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
