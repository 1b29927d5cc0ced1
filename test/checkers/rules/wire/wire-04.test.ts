import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** An indexed access by 32 lanes, with the cycles in which it is requested and in which the LDS banks start it. */
interface IndexedAccess {
  readonly requested: number;
  readonly started: number;
  readonly dwordStride?: number;
  readonly operation?: 'load' | 'atomic';
}

/** Returns whether the rule fires. The loads alternate between wave 0 on SIMD 0 and wave 1 on SIMD `otherSimd`. */
function fires(
  loads: readonly IndexedAccess[],
  { otherSimd = 3, directReadCycles = [] as readonly number[] } = {},
): boolean {
  const stream = new Stream(scene());
  for (const [wave, simd] of [0, otherSimd].entries()) {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd }));
  }
  const lanes = { lanesLo: -1, lanesHi: 0, bytes: 4, glc: false, dlc: false, slc: false } as const;
  const sharedFields = { space: 'lds', counter: 'lgkm', pc: 0 } as const;
  loads.forEach(({ requested, dwordStride = 1, operation = 'load' }, access) => {
    const addresses = Float64Array.from({ length: 64 }, (_, lane) => 4 * dwordStride * lane);
    const issued = { kind: 'memory-issued', cycle: requested, wave: access % 2, access } as const;
    stream.add({ ...issued, operation, ...sharedFields, ...lanes, addresses });
  });
  const byStart = [...loads.entries()].sort(([, a], [, b]) => a.started - b.started);
  for (const cycle of directReadCycles)
    stream.add({ kind: 'direct-read-served', cycle, wave: 0, pc: 0, asked: cycle - 1, banks: 1 });
  for (const [access, { started }] of byStart) {
    const data = new Int32Array(64);
    stream.add({ kind: 'memory-performed', cycle: started, wave: access % 2, access, level: 'LDS', data });
  }
  return listFiredRules(stream.judge()).includes('WIRE-04');
}

const IMMEDIATE_ACCESS = { requested: 100, started: 101 };

test('fires if two SIMDs are served in the same cycle on one WGP, but not on different WGPs', () => {
  expect(fires([IMMEDIATE_ACCESS, IMMEDIATE_ACCESS])).toBe(true);
  expect(fires([IMMEDIATE_ACCESS, IMMEDIATE_ACCESS], { otherSimd: 4 })).toBe(false);
  expect(fires([IMMEDIATE_ACCESS, { requested: 100, started: 102 }])).toBe(false);
});

test('an access occupies the banks for as long as its busiest bank needs', () => {
  const firesAfter = (dwordStride: number, started: number, operation: 'load' | 'atomic' = 'load'): boolean =>
    fires([
      { ...IMMEDIATE_ACCESS, dwordStride, operation },
      { requested: 100, started },
    ]);
  // Dwords 32 apart share one bank. Dwords two apart use sixteen banks, two dwords in each.
  expect([firesAfter(32, 132), firesAfter(32, 133), firesAfter(32, 134)]).toEqual([true, false, true]);
  expect([firesAfter(2, 102), firesAfter(2, 103)]).toEqual([true, false]);
  // Lanes that access the same dword count once, unless the access is atomic.
  expect([firesAfter(0, 102), firesAfter(0, 132, 'atomic'), firesAfter(0, 133, 'atomic')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('waiting accesses may be served in any order but without idle cycles', () => {
  const firesFor = (...cycles: readonly number[]): boolean =>
    fires(cycles.map((started) => ({ requested: 100, started })));
  expect(firesFor(103, 101, 102)).toBe(false);
  expect(firesFor(104, 101, 102)).toBe(true);
});

test('a direct read occupies the banks for one cycle', () => {
  expect(fires([IMMEDIATE_ACCESS], { directReadCycles: [101] })).toBe(true);
  expect(fires([{ requested: 100, started: 102 }], { directReadCycles: [101] })).toBe(false);
});

test('fires if another sequencer or the direct path gets more than its fair share while an access waits', () => {
  const createAccess = (started: number): IndexedAccess => ({ requested: 100, started });
  const lateAccess = { requested: 110, started: 111 };
  expect(fires([createAccess(101), createAccess(103), createAccess(102)])).toBe(false);
  expect(
    fires([createAccess(101), createAccess(104), createAccess(102), lateAccess, createAccess(103)]),
  ).toBe(true);
  expect(fires([createAccess(103)], { directReadCycles: [101, 102] })).toBe(false);
  expect(fires([createAccess(104)], { directReadCycles: [101, 102, 103] })).toBe(true);
});
