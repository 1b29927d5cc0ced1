import { assembleProgram } from '../../../../arch/index.js';
import type { Scenario } from '../../../../transactions/index.js';
import { makeLaunch, SMALL_HOLDINGS } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** The cycles in which a read is requested and served, the SIMD of its wave, and a mask of the banks it uses. */
type Request = readonly [requested: number, served: number, simd: number, banks: number];

/** Creates a scene whose program reads `attr0.y` at pc 0, since the default program reads no parameters. */
function createParameterScene(): Scenario {
  const baseScene = scene({ chip: 'navi31' });
  const words = assembleProgram('lds_param_load v2, attr0.y\ns_endpgm', 'gfx11');
  return { ...baseScene, programs: [{ ...baseScene.programs[0], words }] };
}

/** Returns whether the rule fires. Each request is from a separate wave, whose parameters start at dword 32. */
function fires(scenario: Scenario, ...requests: readonly Request[]): boolean {
  const stream = new Stream(scenario);
  requests.forEach(([, , simd], wave) => {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    const holdings = { ...SMALL_HOLDINGS, localFirst: 32, localDwords: 12 };
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd, holds: holdings }));
  });
  for (const [wave, [requested, cycle, , banks]] of requests.entries())
    stream.add({ kind: 'direct-read-served', cycle, wave, pc: 0, asked: requested, banks });
  return listFiredRules(stream.judge()).includes('WIRE-05');
}

const BASE_SCENE = scene({ chip: 'navi31' });

test('fires if two requests from one WGP share a bank in the same cycle', () => {
  expect(fires(BASE_SCENE, [100, 101, 0, 0b11], [100, 101, 1, 0b10])).toBe(true);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b11], [100, 101, 2, 0b10])).toBe(true);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b11], [100, 101, 1, 0b100])).toBe(false);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b11], [100, 101, 4, 0b11])).toBe(false);
});

test('fires if one SIMD has two requests served in a cycle, or reads more than sixteen dwords', () => {
  expect(fires(BASE_SCENE, [100, 101, 0, 0b1], [100, 101, 0, 0b10])).toBe(true);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b1], [100, 102, 0, 0b10])).toBe(false);
  expect(fires(BASE_SCENE, [100, 101, 0, 0x1ffff])).toBe(true);
  expect(fires(BASE_SCENE, [100, 101, 0, 0xffff])).toBe(false);
});

test('fires if a request waits even though its banks are free or its partner reads other banks', () => {
  expect(fires(BASE_SCENE, [100, 103, 0, 0b1])).toBe(true);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b1], [100, 102, 1, 0b10])).toBe(true);
  // SIMDs from different pairs take turns, and so do partners that read the same bank.
  expect(fires(BASE_SCENE, [100, 101, 0, 0b1], [100, 102, 2, 0b10])).toBe(false);
  expect(fires(BASE_SCENE, [100, 101, 0, 0b1], [100, 102, 1, 0b1])).toBe(false);
});

test('fires if a SIMD gets two turns while its partner waits for the same bank', () => {
  const partner = (...cycles: number[]): Request[] => cycles.map((cycle) => [100, cycle, 1, 0b1]);
  expect(fires(BASE_SCENE, ...partner(101), [100, 102, 0, 0b1])).toBe(false);
  expect(fires(BASE_SCENE, ...partner(101, 102), [100, 103, 0, 0b1])).toBe(true);
  expect(fires(BASE_SCENE, ...partner(101, 102), [101, 103, 0, 0b1])).toBe(false);
});

test('fires if another sequencer gets more than its fair share while a request waits', () => {
  const otherRequests = [101, 102, 103].map((cycle): Request => [100, cycle, 2, 0b1]);
  expect(fires(BASE_SCENE, ...otherRequests.slice(0, 2), [100, 103, 0, 0b1])).toBe(false);
  expect(fires(BASE_SCENE, ...otherRequests, [100, 104, 0, 0b1])).toBe(true);
  expect(fires(BASE_SCENE, ...otherRequests, [103, 104, 0, 0b1])).toBe(false);
});

test('fires if a request uses a bank that holds no parameters for the wave', () => {
  // The parameters of the primitive are in dwords 33, 37 and 41.
  const banks = (1 << 1) | (1 << 5) | (1 << 9);
  expect(fires(createParameterScene(), [100, 101, 0, banks])).toBe(false);
  expect(fires(createParameterScene(), [100, 101, 0, banks << 1])).toBe(true);
});

test('fires if a request is served while an indexed access occupies the banks', () => {
  const firesAt = (cycle: number): boolean => {
    const stream = new Stream(BASE_SCENE).form([{ x: 0, y: 0, primitive: 0 }]);
    stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
    // Eight lanes access dwords in the same bank.
    const addresses = Float64Array.from({ length: 64 }, (_, lane) => 128 * lane);
    const ids = { wave: 0, access: 0 } as const;
    const lanes = { lanesLo: 0xff, lanesHi: 0, bytes: 4, glc: false, dlc: false, slc: false } as const;
    const load = { pc: 0, operation: 'load', space: 'lds', counter: 'lgkm', addresses } as const;
    stream.add({ kind: 'memory-issued', cycle: 100, ...ids, ...load, ...lanes });
    stream.add({ kind: 'memory-performed', cycle: 101, ...ids, level: 'LDS', data: new Int32Array(64) });
    stream.add({ kind: 'direct-read-served', cycle, wave: 0, pc: 0, asked: 101, banks: 1 });
    return listFiredRules(stream.judge()).includes('WIRE-05');
  };
  expect([firesAt(108), firesAt(109)]).toEqual([true, false]);
});

test('fires if a request is served after its wave has released its local memory', () => {
  const firesAt = (cycle: number): boolean => {
    const stream = new Stream(BASE_SCENE).form([{ x: 0, y: 0, primitive: 0 }]);
    stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
    stream.add({ kind: 'resource-released', cycle: 100, wave: 0, slot: 0 });
    stream.add({ kind: 'direct-read-served', cycle, wave: 0, pc: 0, asked: cycle - 1, banks: 1 });
    return listFiredRules(stream.judge()).includes('WIRE-05');
  };
  expect([firesAt(100), firesAt(101)]).toEqual([false, true]);
});
