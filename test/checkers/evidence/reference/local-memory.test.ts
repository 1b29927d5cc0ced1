import { runScenarioTest } from '../../../../harness/one-test/run-test.js';
import { buildScene, getFinalWords } from '../../../rtl-model/support/run-program.js';

/**
 * Each lane writes its lane number to LDS, reads its neighbour's, adds 3 to a shared word, and reads that word
 * back along with one that is out of range. One lane stores the sum of everything it read.
 */
const SOURCE = `
  v_mbcnt_lo_u32_b32 v5, -1, 0
  v_mbcnt_hi_u32_b32 v5, -1, v5
  v_lshlrev_b32_e32 v6, 2, v5
  ds_write_b32 v6, v5
  v_xor_b32_e32 v7, 4, v6
  ds_read_b32 v2, v7
  v_mov_b32_e32 v8, 3
  v_mov_b32_e32 v9, 0x100
  ds_add_u32 v9, v8
  ds_read_b32 v10, v9
  v_mov_b32_e32 v11, 0x1000
  ds_read_b32 v12, v11
  s_waitcnt lgkmcnt(0)
  v_add_nc_u32_e32 v2, v2, v10
  v_add_nc_u32_e32 v2, v2, v12
  s_mov_b64 exec, 2
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dword v[0:1], v2, off
  s_endpgm`;

it('the reference and the model agree on a program that uses LDS', () => {
  const baseScene = buildScene(SOURCE, { registers: { SPI_SHADER_PGM_RSRC2_PS: 1 << 8 } });
  const scenario = {
    ...baseScene,
    memory: baseScene.memory.map((object) => ({ ...object, compare: { kind: 'bytes' } as const })),
  };
  expect(getFinalWords(scenario)[0]).toBe(64 * 3);
  const { verdict } = runScenarioTest(scenario);
  expect(verdict.violations.filter(({ rule }) => rule === 'ORD-03')).toEqual([]);
  expect(verdict.armed['ORD-03']).toBeGreaterThan(0);
  expect(verdict.uncompared).toBe(0);
});
