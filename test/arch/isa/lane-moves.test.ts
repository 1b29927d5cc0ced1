import { describe, expect, test } from 'vitest';
import { decodeProgram, printInstruction, SCALAR, type WaveState } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';

const setLanes = (state: WaveState) => {
  setVector(state, 0, (lane) => lane);
  setVector(state, 1, () => 100);
};

const run = (source: string, prepare: (state: WaveState) => void = setLanes) =>
  getVector(execute(source, prepare), 1);

describe('DPP', () => {
  test('quad_perm reads within the quad, even with the destination as the source', () => {
    const result = getVector(
      execute('v_mov_b32_dpp v0, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf', setLanes),
      0,
    );
    expect(result).toEqual(Array.from({ length: 32 }, (_, lane) => lane ^ 1));
  });

  test('row_xmask, row_share, row_mirror and row_ror stay within the row', () => {
    const lane18 = (control: string) => run(`v_mov_b32_dpp v1, v0 ${control} row_mask:0xf bank_mask:0xf`)[18];
    expect([lane18('row_xmask:5'), lane18('row_share:3'), lane18('row_mirror'), lane18('row_ror:4')]).toEqual(
      [23, 19, 29, 30],
    );
  });

  test('a lane whose source is outside the row keeps its destination, or reads zero with bound_ctrl', () => {
    expect(run('v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf').slice(15, 18)).toEqual([
      14, 100, 16,
    ]);
    expect(run('v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1')[16]).toBe(0);
  });

  test('an inactive lane is read only with fi', () => {
    const disableLane1 = (state: WaveState) => {
      setLanes(state);
      state.s[SCALAR.EXEC_LO] = ~2;
    };
    const control = 'quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf';
    expect(run(`v_mov_b32_dpp v1, v0 ${control}`, disableLane1).slice(0, 5)).toEqual([100, 100, 100, 100, 5]);
    expect(run(`v_mov_b32_dpp v1, v0 ${control} fi:1`, disableLane1).slice(0, 5)).toEqual([1, 100, 1, 1, 5]);
  });

  test('row_mask and bank_mask disable lanes', () => {
    const result = run('v_mov_b32_dpp v1, v0 row_share:0 row_mask:0x1 bank_mask:0x2');
    expect(result.map((value, lane) => (value === 100 ? -1 : lane)).filter((lane) => lane >= 0)).toEqual([
      4, 5, 6, 7,
    ]);
  });

  test('dpp8 selects within eight lanes', () => {
    expect(run('v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0]').slice(8, 16)).toEqual([
      15, 14, 13, 12, 11, 10, 9, 8,
    ]);
  });

  test("GFX9's row_bcast reads the last lane of the previous row", () => {
    const state = execute(
      'v_mov_b32_dpp v1, v0 row_bcast:15 row_mask:0xa bank_mask:0xf',
      setLanes,
      'gfx9',
      64,
    );
    expect([0, 16, 32, 48].map((lane) => getVector(state, 1)[lane])).toEqual([100, 15, 100, 47]);
  });
});

describe('SDWA', () => {
  const setWords = (state: WaveState) => {
    setVector(state, 0, () => 0x89abcdef | 0);
    setVector(state, 1, () => 0x11223344);
    setVector(state, 2, () => 1);
  };
  const runSdwa = (text: string) => (getVector(execute(text, setWords), 1)[0] >>> 0).toString(16);

  test('selects bytes or words of the sources and sign-extends them if requested', () => {
    const destination = 'dst_sel:DWORD dst_unused:UNUSED_PAD';
    expect(runSdwa(`v_add_nc_u32_sdwa v1, v0, v2 ${destination} src0_sel:WORD_1 src1_sel:DWORD`)).toBe(
      '89ac',
    );
    expect(runSdwa(`v_add_nc_u32_sdwa v1, sext(v0), v2 ${destination} src0_sel:BYTE_3 src1_sel:DWORD`)).toBe(
      'ffffff8a',
    );
  });

  test.each([
    ['v_sub_u16_sdwa v1, v0, v2', 0xffff],
    ['v_add_u16_sdwa v1, v2, v3', 0],
    ['v_mul_lo_u16_sdwa v1, v3, v3', 1],
    ['v_ashrrev_i16_sdwa v1, v2, sext(v3)', 0xffff],
  ])('%s writes a 16-bit result and clears the rest of the register', (text, expected) => {
    const state = execute(
      `${text} dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_0`,
      (initial) => {
        setVector(initial, 0, () => 0);
        setVector(initial, 2, () => 1);
        setVector(initial, 3, () => 0xffff);
      },
      'gfx9',
      64,
    );
    expect(getVector(state, 1)[0]).toBe(expected);
  });

  test('writes the result to dst_sel and fills the rest as dst_unused specifies', () => {
    const source = 'src0_sel:BYTE_1';
    expect(runSdwa(`v_mov_b32_sdwa v1, v0 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE ${source}`)).toBe(
      '11cd3344',
    );
    expect(runSdwa(`v_mov_b32_sdwa v1, v0 dst_sel:BYTE_2 dst_unused:UNUSED_PAD ${source}`)).toBe('cd0000');
    expect(runSdwa(`v_mov_b32_sdwa v1, v0 dst_sel:BYTE_2 dst_unused:UNUSED_SEXT ${source}`)).toBe('ffcd0000');
  });
});

test('a reserved SDWA destination selector is printed as a number and cannot be executed', () => {
  const [reserved] = decodeProgram([0x34524af9, 0x00c51f8d], 'gfx9', 64).instructions;
  expect(printInstruction(reserved, 'gfx9', 64)).toBe(
    'v_sub_co_u32_sdwa v41, vcc, 13, v37 dst_sel:7 dst_unused:3 src0_sel:WORD_1 src1_sel:BYTE_0',
  );
  expect(reserved.reason).toBe('unsupported: reserved SDWA destination in v_sub_co_u32');
});

describe('moves between lanes and to scalars', () => {
  test('readfirstlane reads the first active lane, or lane 0 if no lane is active', () => {
    const readFirst = (exec: number) =>
      execute('v_readfirstlane_b32 s4, v0', (state) => {
        setLanes(state);
        state.s[SCALAR.EXEC_LO] = exec;
      }).s[4];
    expect([readFirst(0xff00), readFirst(0x80000000 | 0), readFirst(0)]).toEqual([8, 31, 0]);
  });

  test('readlane reads any lane modulo the wave size, regardless of EXEC', () => {
    const state = execute('v_readlane_b32 s4, v0, s5', (initial) => {
      setLanes(initial);
      initial.s[5] = 32 + 7;
      initial.s[SCALAR.EXEC_LO] = 0;
    });
    expect(state.s[4]).toBe(7);
  });

  test('writelane changes one lane', () => {
    expect(run('v_writelane_b32 v1, 7, 3').slice(2, 5)).toEqual([100, 7, 100]);
  });

  test('swap exchanges active lanes', () => {
    const state = execute('v_swap_b32 v0, v1', (initial) => {
      setLanes(initial);
      initial.s[SCALAR.EXEC_LO] = 1;
    });
    expect([getVector(state, 0).slice(0, 2), getVector(state, 1).slice(0, 2)]).toEqual([
      [100, 1],
      [0, 100],
    ]);
  });

  test("permlanex16 reads the neighbouring row's lanes selected by the nibbles of two scalars", () => {
    const state = execute('v_permlanex16_b32 v1, v0, s4, s5', (initial) => {
      setLanes(initial);
      initial.s[4] = 0x76543210;
      initial.s[5] = 0x00000000;
    });
    expect(getVector(state, 1).slice(0, 10)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 16, 16]);
    expect(getVector(state, 1)[17]).toBe(1);
  });
});

describe('dual instructions', () => {
  test('read both halves before either writes', () => {
    const text = 'v_dual_mov_b32 v0, v1 :: v_dual_add_nc_u32 v1, 1, v0';
    const state = execute(text, setLanes, 'gfx11');
    expect([getVector(state, 0)[5], getVector(state, 1)[5]]).toEqual([100, 6]);
  });

  test('do not exist in wave64', () => {
    expect(() => execute('v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2', setLanes, 'gfx11', 64)).toThrow(
      /wave64/,
    );
  });
});

describe('register halves on GFX11', () => {
  test('a 16-bit move changes only one half', () => {
    const state = execute(
      'v_mov_b16_e32 v1.l, v0.h',
      (initial) => {
        setVector(initial, 0, () => 0xabcd1234 | 0);
        setVector(initial, 1, () => 0x55556666);
      },
      'gfx11',
    );
    expect((getVector(state, 1)[0] >>> 0).toString(16)).toBe('5555abcd');
  });
});
