import type { Instruction } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { RandomChoices } from '../../../rtl-model/kernel/index.js';
import { LocalDataShare } from '../../../rtl-model/lds/local-data-share.js';
import { Wave } from '../../../rtl-model/wave.js';
import { buildScene, getFinalWords, getTransactions, type SceneChanges } from '../support/run-program.js';

/** Requests one allocation unit of LDS in addition to the parameters. */
const REGISTERS = { SPI_SHADER_PGM_RSRC2_PS: 1 << 8 };

/** Stores the first lane's v2 to the first word of memory. */
const STORE = `
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dword v[0:1], v2, off
  s_endpgm`;

function runAndRead(source: string, changes: SceneChanges = {}): number {
  return getFinalWords(buildScene(`${source}${STORE}`, { registers: REGISTERS, ...changes }))[0];
}

describe('indexed accesses', () => {
  it('leave the old value in the register until they return', () => {
    const source = (wait: string) => `
      v_mov_b32_e32 v2, 5
      v_mov_b32_e32 v6, 0
      v_mov_b32_e32 v5, 9
      ds_write_b32 v6, v5
      ds_read_b32 v2, v6
      ${wait}`;
    const freedoms = { ldsLatency: [200, 200], issueGap: [1, 1] } as const;
    expect(runAndRead(source('s_waitcnt lgkmcnt(0)'), { freedoms })).toBe(9);
    expect(runAndRead(source('s_nop 0'), { freedoms })).toBe(5);
  });

  it.each([2, 3])(
    "read zero into both registers of a 64-bit load beyond the wave's allocation (v%i)",
    (register) => {
      const source = `
      v_mbcnt_lo_u32_b32 v5, -1, 0
      v_mbcnt_hi_u32_b32 v5, -1, v5
      v_lshlrev_b32_e32 v6, 3, v5
      v_mov_b32_e32 v8, 7
      v_mov_b32_e32 v9, 9
      ds_write_b64 v6, v[8:9]
      ds_read_b64 v[2:3], v6
      s_waitcnt lgkmcnt(0)
      v_readlane_b32 s8, v${register}, 5
      v_add_nc_u32_e32 v6, 0xfff0, v6
      ds_read_b64 v[2:3], v6
      s_waitcnt lgkmcnt(0)
      v_readlane_b32 s9, v${register}, 5
      s_lshl_b32 s9, s9, 8
      s_or_b32 s8, s8, s9
      v_mov_b32_e32 v2, s8`;
      expect(runAndRead(source)).toBe(register === 2 ? 7 : 9);
    },
  );

  it.each([
    ['ds_rsub_u32 v6, v8', 5, 9 - 5],
    ['ds_mskor_b32 v6, v8, v9', 0b1101, (0b1101 & ~9) | 16],
    ['ds_cmpst_b32 v6, v8, v9', 9, 16],
    ['ds_cmpst_b32 v6, v8, v9', 8, 8],
    ['ds_wrap_rtn_b32 v10, v6, v8, v9', 11, 11 - 9],
    ['ds_wrap_rtn_b32 v10, v6, v8, v9', 8, 8 + 16],
  ])('perform %s with operands 9 and 16 on %i', (atomic, before, after) => {
    const source = `
      s_mov_b64 exec, 1
      v_mov_b32_e32 v6, 8
      v_mov_b32_e32 v5, ${before}
      v_mov_b32_e32 v8, 9
      v_mov_b32_e32 v9, 16
      ds_write_b32 v6, v5
      ${atomic}
      ds_read_b32 v2, v6
      s_waitcnt lgkmcnt(0)`;
    expect(runAndRead(source)).toBe(after);
  });

  it('exchange a pair of dwords that compares equal, and return the old pair', () => {
    const source = (equal: number) => `
      s_mov_b64 exec, 1
      v_mov_b32_e32 v6, 8
      v_mov_b32_e32 v4, 3
      v_mov_b32_e32 v5, 4
      v_mov_b32_e32 v8, 3
      v_mov_b32_e32 v9, ${equal}
      v_mov_b32_e32 v12, 7
      v_mov_b32_e32 v13, 8
      ds_write_b64 v6, v[4:5]
      ds_cmpst_rtn_b64 v[14:15], v6, v[8:9], v[12:13]
      ds_read_b64 v[16:17], v6
      s_waitcnt lgkmcnt(0)
      v_lshlrev_b32_e32 v15, 8, v15
      v_or_b32_e32 v2, v15, v17`;
    expect([runAndRead(source(4)), runAndRead(source(5))]).toEqual([0x408, 0x404]);
  });
});

describe('data moved between lanes', () => {
  const MOVES = {
    permute: ['ds_permute_b32 v2, v6, v5', 9],
    bpermute: ['ds_bpermute_b32 v2, v6, v5', 9],
    swizzle: ['ds_swizzle_b32 v2, v5 offset:swizzle(SWAP,1)', 9],
  } as const;

  it.each(Object.entries(MOVES))(
    'by %s arrives when lgkm is decremented, and not before',
    (_name, [move, value]) => {
      const source = (wait: string) => `
      v_mov_b32_e32 v2, 5
      v_mov_b32_e32 v6, 0
      v_mov_b32_e32 v5, 9
      ${move}
      ${wait}`;
      const freedoms = { ldsLatency: [200, 200], issueGap: [1, 1] } as const;
      expect(runAndRead(source('s_waitcnt lgkmcnt(0)'), { freedoms })).toBe(value);
      expect(runAndRead(source('s_nop 0'), { freedoms })).toBe(5);
    },
  );
});

it('transactions show an indexed access from its issue until its counter is decremented', () => {
  const source = `
      v_mov_b32_e32 v6, 8
      v_mov_b32_e32 v5, 9
      ds_write_b32 v6, v5
      ds_read_b32 v2, v6 offset:0
      s_waitcnt lgkmcnt(0)
      s_endpgm`;
  const freedoms = { ldsLatency: [50, 50] } as const;
  const scene = buildScene(source, { registers: REGISTERS, freedoms });
  const issued = getTransactions(scene, 'memory-issued');
  expect(issued.map(({ operation, space, counter, access }) => [operation, space, counter, access])).toEqual([
    ['store', 'lds', 'lgkm', 0],
    ['load', 'lds', 'lgkm', 1],
  ]);
  expect(issued[1].addresses[63]).toBe(8);
  expect(getTransactions(scene, 'memory-performed').map(({ level, data }) => [level, data[63]])).toEqual([
    ['LDS', 9],
    ['LDS', 9],
  ]);
  const returned = getTransactions(scene, 'memory-returned');
  expect(returned.map(({ access, counter }) => [access, counter])).toEqual([
    [0, 'lgkm'],
    [1, 'lgkm'],
  ]);
  expect(returned[1].cycle - issued[1].cycle).toBeGreaterThanOrEqual(50);
});

it('a FLAT access counts towards lgkm until LDS has responded, even if no lane addresses LDS', () => {
  const source = `
      v_mov_b32_e32 v0, 0x100000
      v_mov_b32_e32 v1, 0
      flat_load_dword v2, v[0:1]
      s_waitcnt lgkmcnt(0)
      s_waitcnt vmcnt(0)
      s_endpgm`;
  const freedoms = { ldsLatency: [60, 60], loadLatency: [2, 2], returnLatency: [1, 1] } as const;
  const scene = buildScene(source, { freedoms });
  const [issued] = getTransactions(scene, 'memory-issued');
  const [waitDone] = getTransactions(scene, 'wait-done');
  expect(waitDone.cycle - issued.cycle).toBe(60);
  expect(getTransactions(scene, 'quiesced')[0].waiting).toEqual([]);
});

it('LDS lists the waves with operations in flight on each processor', () => {
  const context = new DeviceContext(buildScene('s_endpgm'), new RandomChoices('0x1'), null);
  const lds = new LocalDataShare(context, () => {});
  const flat = { kind: 'memory', memory: { space: 'flat' } } as Instruction;
  const waves = [0, 1].map((wgp) => {
    const wave = new Wave(wgp);
    wave.slot = wgp;
    wave.place = { simd: 4 * wgp, cu: 2 * wgp, wgp, shaderArray: 0 };
    lds.answerFlat(wave, flat);
    return wave;
  });
  expect([0, 1].map((wgp) => lds.getWavesIn(wgp))).toEqual(waves.map((wave) => [wave]));
  lds.return(0);
  expect([0, 1].map((wgp) => lds.getWavesIn(wgp).length)).toEqual([0, 1]);
});
