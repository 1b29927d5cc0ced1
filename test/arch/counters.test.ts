import { describe, expect, it, test } from 'vitest';
import {
  COUNTER_NAMES,
  counterMaximum,
  decodeProgram,
  GENERATIONS,
  getCounter,
  getCounters,
} from '../../arch/index.js';
import { decodeWait, getWaitFields, WAITS } from '../../arch/isa/waits.js';

test.each([
  ['gfx9', { vm: 63, exp: 7, lgkm: 15, vs: 0 }],
  ['gfx10', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx10.3', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx11', { vm: 63, exp: 7, lgkm: 63, vs: 63 }],
  ['gfx12', { vm: 63, exp: 7, lgkm: 63, vs: 63, sample: 63, bvh: 7, km: 31 }],
] as const)('%s counters have the maximum values %o', (gfx, maxima) => {
  for (const [counter, max] of Object.entries(maxima))
    expect(counterMaximum(gfx, counter as keyof typeof maxima), counter).toBe(max);
});

describe.each(GENERATIONS)('counters of %s', (gfx) => {
  it('count each operation exactly once', () => {
    const countedOperations = getCounters(gfx).flatMap(({ counts }) => counts);
    expect(new Set(countedOperations).size).toBe(countedOperations.length);
    for (const operation of countedOperations)
      expect(getCounters(gfx).find(({ counts }) => counts.includes(operation))?.counter).toBe(
        getCounter(gfx, operation),
      );
  });

  it('each have a wait instruction', () => {
    const waitCounters = Object.keys(WAITS).flatMap((name) =>
      getWaitFields(name as keyof typeof WAITS, gfx).map(([counter]) => counter),
    );
    for (const { counter } of getCounters(gfx)) expect(waitCounters).toContain(counter);
  });
});

it('gives every counter a limit, including those that the wait omits', () => {
  const [instruction] = decodeProgram([0xbf8c0f71, 0xbf810000], 'gfx9', 64).instructions;
  expect(instruction!.wait).toEqual({ vm: 1 });
  expect(instruction!.limits).toEqual(COUNTER_NAMES.map((name) => (name === 'vm' ? 1 : 0x7fffffff)));
});

// According to LLVM's AMDGPUBaseInfo, loadcnt and storecnt start at bit 8, and dscnt starts at bit 0.
it.each([
  ['s_wait_loadcnt_dscnt', { vm: 2, lgkm: 3 }],
  ['s_wait_storecnt_dscnt', { vs: 2, lgkm: 3 }],
] as const)('%s encodes the LDS count in its low bits', (name, counts) => {
  expect(decodeWait(name, 0x0203, 'gfx12')).toEqual(counts);
});
