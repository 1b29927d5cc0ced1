import { chipOf } from '../../../arch/index.js';
import { placeOf } from '../../../rtl-model/placement.js';
import { setting } from '../../../transactions/index.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const LOADS = `
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_load_dword s2, s[0:1], 0x0
  v_mov_b32_e32 v0, s0
  v_mov_b32_e32 v1, s1
  global_load_dword v2, v[0:1], off
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_load_dword s2, s[0:1], 0x0
  global_load_dword v2, v[0:1], off
  s_waitcnt vmcnt(0) lgkmcnt(0)
  s_endpgm`;

it('identifies the cache that served an access by compute unit, work-group processor or shader array', () => {
  const scene = buildScene(LOADS, { draws: 48, freedoms: { caches: setting('caches', 'stale') } });
  const chip = chipOf(scene.chip);
  const slots = new Map(getTransactions(scene, 'wave-launched').map(({ wave, slot }) => [wave, slot]));
  const spaces = new Map(getTransactions(scene, 'memory-issued').map(({ access, space }) => [access, space]));
  const sources = new Set<string>();
  for (const { wave, access, level, cache } of getTransactions(scene, 'memory-performed')) {
    if (level === 'L2') continue;
    const { cu, wgp, shaderArray } = placeOf(chip, slots.get(wave)!);
    const l0Index = spaces.get(access) === 'scalar' ? wgp : cu;
    sources.add(`${level} ${spaces.get(access)}`);
    expect(cache).toBe(level === 'GL1' ? shaderArray : l0Index);
  }
  expect(sources).toContain('L0 scalar');
  expect(sources).toContain('L0 global');
});

it('omits fields that do not apply: caches for L2, and address units and texels for scalar and LDS accesses', () => {
  const withLocalLoad = LOADS.replace('s_endpgm', 'ds_read_b32 v2, v0\ns_waitcnt lgkmcnt(0)\ns_endpgm');
  const scene = buildScene(withLocalLoad, { draws: 48, freedoms: { caches: setting('caches', 'stale') } });
  const performed = getTransactions(scene, 'memory-performed').map((t) => `${t.level} ${'cache' in t}`);
  expect(new Set(performed)).toEqual(new Set(['L0 true', 'GL1 true', 'L2 false', 'LDS false']));
  const issued = getTransactions(scene, 'memory-issued').map(
    (t) => `${t.space} ${'left' in t} ${'texelsPerLane' in t}`,
  );
  expect(new Set(issued)).toEqual(new Set(['scalar false false', 'global true false', 'lds false false']));
});
