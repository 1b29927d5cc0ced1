import { expect, test } from 'vitest';
import { counterMaximum } from '../../../arch/index.js';

test.each([
  ['gfx9', { vm: 63, exp: 7, lgkm: 15 }],
  ['gfx10', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx10.3', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx11', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
] as const)('counters of %s hold at most %o', (gfx, maxima) => {
  for (const [counter, most] of Object.entries(maxima))
    expect(counterMaximum(gfx, counter as keyof typeof maxima), counter).toBe(most);
});
