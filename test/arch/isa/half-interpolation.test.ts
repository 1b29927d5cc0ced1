import { decodeProgram, SCALAR, type WaveState } from '../../../arch/index.js';
import {
  decodeSource,
  execute,
  getFloats,
  getVector,
  makeWave,
  setFloats,
  setVector,
} from '../support/machine.js';

/** Bits of the 16-bit floats 1, 2, 4 and 0.5. */
const [ONE, TWO, FOUR, HALF] = [0x3c00, 0x4000, 0x4400, 0x3800];

/** Fills LDS with packed parameters of component x. As (low, high), P0 is (1, 4), P10 (2, 0.5) and P20 (4, 2). */
function setPackedParameters(state: WaveState): void {
  state.lds = new Int32Array(12);
  state.lds[0] = ONE | (FOUR << 16);
  state.lds[4] = TWO | (HALF << 16);
  state.lds[8] = FOUR | (TWO << 16);
}

describe('interpolation of 16-bit parameters from LDS', () => {
  test.each(['gfx9', 'gfx10', 'gfx10.3'] as const)('reads the half selected by `high` on %s', (gfx) => {
    const wave = gfx === 'gfx9' ? 64 : 32;
    const run = (high: string) =>
      execute(
        `v_interp_p1ll_f16 v2, v0, attr0.x${high}\nv_interp_p2_f16 v3, v1, attr0.x, v2${high}`,
        (initial) => {
          setPackedParameters(initial);
          setFloats(initial, 0, () => 3);
          setFloats(initial, 1, () => 0.25);
          setVector(initial, 3, () => 0x12345678);
        },
        gfx,
        wave,
      );
    // 1 + 3·2 = 7, then 7 + 0.25·4 = 8. The upper half of the destination is unchanged.
    expect([getFloats(run(''), 2)[5], getVector(run(''), 3)[5]]).toEqual([7, 0x12344800]);
    // 4 + 3·0.5 = 5.5, then 5.5 + 0.25·2 = 6.
    expect([getFloats(run(' high'), 2)[5], getVector(run(' high'), 3)[5]]).toEqual([5.5, 0x12344600]);
  });

  test('reads P0 from a register for 16-bank LDS, and the legacy form clears the upper half', () => {
    const state = execute(
      'v_interp_p1lv_f16 v2, v0, attr0.x, v4 high\nv_interp_p2_legacy_f16 v3, -v1, attr0.x, v2',
      (initial) => {
        setPackedParameters(initial);
        setFloats(initial, 0, () => 2);
        setFloats(initial, 1, () => 0.5);
        setVector(initial, 3, () => -1);
        setVector(initial, 4, () => ONE | (TWO << 16));
      },
      'gfx9',
      64,
    );
    // 2·0.5 + 2 = 3, then 3 - 0.5·4 = 1.
    expect([getFloats(state, 2)[63], getVector(state, 3)[63]]).toEqual([3, ONE]);
  });

  test.each([
    ['gfx9', 0xd2770003],
    ['gfx10.3', 0xd75a0003],
  ] as const)(
    'writes the upper half on %s if the top bit of op_sel is set, and rejects the other bits',
    (gfx, word) => {
      const decodeOpSel = (select: number) =>
        decodeProgram([word | (select << 11), 0x040a0200], gfx, 64).instructions[0];
      const state = makeWave(decodeSource('s_nop 0', gfx, 64));
      setPackedParameters(state);
      setFloats(state, 1, () => 0.25);
      setFloats(state, 2, () => 7);
      setVector(state, 3, () => 0x12345678);
      decodeOpSel(8).execute(state);
      // 7 + 0.25·4 = 8.
      expect(getVector(state, 3)[5]).toBe(0x48005678);
      expect(decodeOpSel(1).reason).toBe('unsupported: op_sel in 16-bit interpolation in v_interp_p2_f16');
    },
  );

  test('rounds the 16-bit result once, according to MODE', () => {
    const run = (mode: number) =>
      getVector(
        execute('v_interp_p2_f16 v3, v1, attr0.x, v2', (initial) => {
          setPackedParameters(initial);
          initial.hw[1] = mode;
          setFloats(initial, 1, () => 0.5);
          setFloats(initial, 2, () => 2 ** -10);
        }),
        3,
      )[0];
    // 2 + 2^-10 is midway between two 16-bit floats, so it is rounded to even or up.
    expect([run(0xf0), run(0xf4)]).toEqual([0x4000, 0x4001]);
  });
});

describe('interpolation of 16-bit parameters from registers on GFX11', () => {
  const quadWords = [ONE | (FOUR << 16), TWO | (HALF << 16), FOUR | (TWO << 16), 0];
  const run = (source: string) =>
    execute(
      source,
      (initial) => {
        setVector(initial, 2, (lane) => quadWords[lane & 3]);
        setFloats(initial, 0, () => 3);
        setFloats(initial, 1, () => 0.25);
        setVector(initial, 3, () => 0x12345678);
      },
      'gfx11',
    );

  test('selects the halves of P10, P0 and the result with op_sel', () => {
    expect(getFloats(run('v_interp_p10_f16_f32 v5, v2, v0, v2 wait_exp:0'), 5)[6]).toBe(7);
    expect(getFloats(run('v_interp_p10_f16_f32 v5, v2, v0, v2 op_sel:[1,0,1,0] wait_exp:0'), 5)[6]).toBe(5.5);
    expect(getFloats(run('v_interp_p10_f16_f32 v5, v2, v0, v2 op_sel:[1,0,0,0] wait_exp:0'), 5)[6]).toBe(2.5);
    expect(getVector(run('v_interp_p2_f16_f32 v3, v2, v1, v0 wait_exp:7'), 3)[6]).toBe(0x12344400);
    expect(getVector(run('v_interp_p2_f16_f32 v3, v2, v1, v0 op_sel:[1,0,0,1] wait_exp:7'), 3)[6]).toBe(
      0x43005678,
    );
  });

  test('rounds towards zero in the rtz forms', () => {
    const interpolate = (rounding: string) =>
      getFloats(
        execute(
          `v_interp_p10${rounding}_f16_f32 v5, v2, v0, v2 wait_exp:0`,
          (initial) => {
            setVector(initial, 2, (lane) => quadWords[lane & 3]);
            setFloats(initial, 0, () => 2 ** -25 * 1.5);
          },
          'gfx11',
        ),
        5,
      )[0];
    // 1 + 1.5·2^-24 is above the midpoint of 1 and 1 + 2^-23.
    expect([interpolate(''), interpolate('_rtz')]).toEqual([1 + 2 ** -23, 1]);
  });
});

describe('lds_direct_load', () => {
  test.each([
    [0, 'byte', 0x84],
    [1, 'half', 0x8384],
    [2, 'dword', 0x81828384 | 0],
    [4, 'signed byte', 0x84 - 0x100],
    [5, 'signed half', 0x8384 - 0x10000],
  ])('of type %i loads the %s selected by M0 into every active lane', (type, _name, expected) => {
    const state = execute(
      'lds_direct_load v5 wait_vdst:0',
      (initial) => {
        initial.lds = Int32Array.from([0, 0x81828384]);
        initial.s[SCALAR.M0] = 4 | (type << 16);
        initial.s[SCALAR.EXEC_LO] = 0b101;
        setVector(initial, 5, () => 7);
      },
      'gfx11',
    );
    expect(getVector(state, 5).slice(0, 3)).toEqual([expected, 7, expected]);
  });
});
