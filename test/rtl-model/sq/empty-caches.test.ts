import { setting } from '../../../transactions/index.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const LOAD = `
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_load_dword v2, v[0:1], off
  s_waitcnt vmcnt(0)`;

/** Returns the caches that the program invalidated, and the levels that served its loads, in order. */
function findCacheEvents(source: string, chip: 'navi21' | 'vega10', caches = setting('caches', 'stale')) {
  const scene = buildScene(`${LOAD}\n${source}\ns_endpgm`, { chip, freedoms: { caches } });
  return {
    invalidated: getTransactions(scene, 'line-invalidated')
      .filter(({ by }) => by === 'instruction')
      .map(({ cache }) => cache),
    levels: getTransactions(scene, 'memory-performed').map(({ level }) => level),
  };
}

const SECOND_LOAD = 'global_load_dword v3, v[0:1], off\ns_waitcnt vmcnt(0)';

describe('a wave that invalidates its caches', () => {
  it('makes the next load miss in those caches', () => {
    expect(findCacheEvents(SECOND_LOAD, 'navi21').levels).toEqual(['L2', 'L0']);
    expect(findCacheEvents(`buffer_gl0_inv\n${SECOND_LOAD}`, 'navi21')).toEqual({
      invalidated: ['L0'],
      levels: ['L2', 'GL1'],
    });
    expect(findCacheEvents(`buffer_gl1_inv\nbuffer_gl0_inv\n${SECOND_LOAD}`, 'navi21')).toEqual({
      invalidated: ['GL1', 'L0'],
      levels: ['L2', 'L2'],
    });
    expect(findCacheEvents(`buffer_wbinvl1\n${SECOND_LOAD}`, 'vega10')).toEqual({
      invalidated: ['L0'],
      levels: ['L2', 'L2'],
    });
  });

  it('leaves vector caches alone with s_dcache_inv, and invalidates nothing if caches are coherent', () => {
    expect(findCacheEvents(`s_dcache_inv\n${SECOND_LOAD}`, 'navi21')).toEqual({
      invalidated: [],
      levels: ['L2', 'L0'],
    });
    expect(findCacheEvents(`buffer_gl0_inv\n${SECOND_LOAD}`, 'navi21', 0)).toEqual({
      invalidated: [],
      levels: ['L2', 'L2'],
    });
  });
});
