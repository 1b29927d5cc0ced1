import { decodeProgram, printInstruction, SCALAR, type WaveState } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';

const setLanes = (state: WaveState) => {
  setVector(state, 0, (lane) => lane);
  setVector(state, 1, () => 100);
};

const run = (source: string, prepare: (state: WaveState) => void = setLanes) =>
  getVector(execute(source, prepare), 1);

// DPP and SDWA are compared with their manuals, for every row, in modifiers/modifiers.conform.ts.

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

  test.each([
    ['v_permlane16_var_b32', 0],
    ['v_permlanex16_var_b32', 16],
  ])('%s reads the lane of a row that each lane names', (name, other) => {
    const state = execute(
      `${name} v1, v0, v2`,
      (initial) => {
        setLanes(initial);
        for (let lane = 0; lane < 32; lane++) initial.v[2 * initial.lanes + lane] = 0x70 | (15 - (lane & 15));
        initial.s[SCALAR.EXEC_LO] = 0x10ffff;
      },
      'gfx12',
    );
    const read = getVector(state, 1);
    expect([read[0], read[15], read[16], read[20]]).toEqual(
      other === 0 ? [15, 0, 100, 100] : [100, 100, 100, 11],
    );
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
