import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

it('a parameter load alongside an export returns without waiting for the export, although both are counted in expcnt', () => {
  const source = `
      s_mov_b32 m0, s0
      exp mrt0 v2, v2, v2, v2
      lds_param_load v3, attr0.x
      s_waitcnt expcnt(1)
      s_waitcnt expcnt(0)
      exp mrt0 v2, v2, v2, v2 done
      s_endpgm`;
  const freedoms = { ldsLatency: [20, 20], exportLatency: [300, 300] } as const;
  const scene = buildScene(source, { chip: 'navi31', freedoms });
  const draw = {
    ...scene.draws[0],
    registers: { SPI_PS_IN_CONTROL: 1, SPI_SHADER_COL_FORMAT: 9 },
    attributes: 1,
    parameters: new Array<number>(12).fill(0),
  };
  const [first, second] = getTransactions({ ...scene, draws: [draw] }, 'wait-done');
  expect(second.cycle - first.cycle).toBeGreaterThan(200);
});

describe('a GFX11 parameter load', () => {
  /** Returns a program that loads an attribute with a P0 of 7 and differences of zero. */
  const makeSource = (wait: string) => `
      s_mov_b32 m0, s0
      v_mov_b32_e32 v2, 5
      lds_param_load v2, attr0.x
      s_mov_b32 m0, 0
      ${wait}
      s_mov_b64 exec, 1
      v_mov_b32_e32 v0, 0x100000
      v_mov_b32_e32 v1, 0
      global_store_b32 v[0:1], v2, off
      s_endpgm`;

  function readLoadedValue(wait: string): number {
    const freedoms = { ldsLatency: [200, 200], issueGap: [1, 1] } as const;
    const scene = buildScene(makeSource(wait), { chip: 'navi31', freedoms });
    const draw = {
      ...scene.draws[0],
      registers: { SPI_PS_IN_CONTROL: 1 },
      attributes: 1,
      parameters: [7, ...new Array<number>(11).fill(0)],
    };
    return getFinalWords({ ...scene, draws: [draw] })[0];
  }

  it('delivers the value when expcnt is decremented, and not before', () => {
    expect(readLoadedValue('s_waitcnt expcnt(0)')).toBe(7);
    expect(readLoadedValue('s_nop 0')).toBe(5);
  });
});
