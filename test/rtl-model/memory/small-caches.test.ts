import { setting } from '../../../transactions/index.js';
import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

/** Loads a word from each of eight consecutive lines. */
const LOADS = `
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  ${Array.from(
    { length: 8 },
    () => `global_load_dword v2, v[0:1], off
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v0, 0x80, v0`,
  ).join('\n  ')}
  s_endpgm`;

/** Returns how many lines were evicted from the wave's L0 to make room for other lines. */
function countEvictions(cacheSets: number): number {
  const scene = buildScene(LOADS, { freedoms: { caches: setting('caches', 'stale'), cacheSets } });
  const memory = [{ ...scene.memory[0]!, address: 0x100000, bytes: 0x1000 }];
  return getTransactions({ ...scene, memory }, 'line-invalidated').filter(
    ({ by, cache }) => by === 'eviction' && cache === 'L0',
  ).length;
}

it('only evicts lines if the cache has too few sets for them', () => {
  expect(countEvictions(1)).toBe(4);
  expect(countEvictions(2)).toBe(0);
  expect(countEvictions(0)).toBe(0);
});

it('a byte loaded from a cache does not depend on the byte loaded before it', () => {
  const program = `s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_load_ubyte v2, v[0:1], off
  s_waitcnt vmcnt(0)
  global_load_ubyte v3, v[0:1], off offset:1
  s_waitcnt vmcnt(0)
  global_store_dword v[0:1], v2, off offset:16
  global_store_dword v[0:1], v3, off offset:20
  s_waitcnt_vscnt null, 0x0
  s_endpgm`;
  const scene = buildScene(program, { initial: [0x0ff0], freedoms: { caches: setting('caches', 'stale') } });
  expect(getFinalWords(scene).slice(4, 6)).toEqual([0xf0, 0x0f]);
});
