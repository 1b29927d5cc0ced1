import { expect, it } from 'vitest';
import { buildVectorScenario, computeLanesInModel, runBareLoops } from '../../../../tools/bench/p3-vector.js';

it.each([
  ['all', { lo: -1, hi: -1 }],
  ['some', { lo: 0x0f0ff0f3, hi: 0x00ff3c00 }],
  ['hardly any', { lo: 0, hi: 1 }],
])('matches the bare loops in every lane, with %s lanes active', (_, mask) => {
  const lanes = computeLanesInModel(buildVectorScenario(50, mask));
  expect(lanes).toEqual(runBareLoops(50, mask));
  expect(new Set(lanes.filter((value) => value !== 0)).size).toBeGreaterThan(0);
});
