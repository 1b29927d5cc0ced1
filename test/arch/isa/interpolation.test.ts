import { PARAMETER_DWORDS, SCALAR, type WaveState } from '../../../arch/index.js';
import { assembleLines } from '../../../arch/isa/parse/assemble.js';
import { decodeSource, execute, getFloats, getVector, setFloats } from '../support/machine.js';

/** Sets one attribute of three primitives. For primitive p, component x has P0 = 100p, P10 = 10 and P20 = 1. */
function setParameters(state: WaveState, starts: number): void {
  state.lds = new Int32Array(3 * PARAMETER_DWORDS);
  const values = new Float32Array(state.lds.buffer);
  for (let primitive = 0; primitive < 3; primitive++) {
    values[primitive * PARAMETER_DWORDS] = 100 * primitive;
    values[primitive * PARAMETER_DWORDS + 4] = 10;
    values[primitive * PARAMETER_DWORDS + 8] = 1;
  }
  state.s[SCALAR.M0] = starts << 16;
}

describe('interpolation', () => {
  test("computes P0 + i P10 + j P20 for the quad's primitive", () => {
    const state = execute(
      'v_interp_p1_f32_e32 v2, v0, attr0.x\nv_interp_p2_f32_e32 v2, v1, attr0.x',
      (initial) => {
        setParameters(initial, 0b101);
        setFloats(initial, 0, (lane) => lane / 4);
        setFloats(initial, 1, () => 0.5);
      },
    );
    const getPrimitive = (lane: number) => (lane < 4 ? 0 : lane < 12 ? 1 : 2);
    expect(getFloats(state, 2)).toEqual(
      Array.from({ length: 32 }, (_, lane) => 100 * getPrimitive(lane) + 2.5 * lane + 0.5),
    );
  });

  test('copies the bits of the selected parameter with mov', () => {
    const state = execute(
      'v_interp_mov_f32_e32 v2, p0, attr0.x\nv_interp_mov_f32_e32 v3, p10, attr0.x',
      (initial) => {
        setParameters(initial, 0);
        initial.lds[0] = 0x7f812345;
      },
    );
    expect([getVector(state, 2)[0], getFloats(state, 3)[0]]).toEqual([0x7f812345, 10]);
  });

  test('loads lanes 0 to 2 of every quad with an active lane on GFX11', () => {
    const state = execute(
      'lds_param_load v2, attr0.x wait_vdst:0',
      (initial) => {
        setParameters(initial, 0);
        setFloats(initial, 2, () => -1);
        initial.s[SCALAR.EXEC_LO] = 0x80;
      },
      'gfx11',
    );
    expect(getFloats(state, 2).slice(0, 12)).toEqual([-1, -1, -1, -1, 0, 10, 1, -1, -1, -1, -1, -1]);
  });

  test('reads the whole quad before writing on GFX11, and waits for expcnt', () => {
    const source = 'v_interp_p10_f32 v2, v2, v0, v2';
    const state = execute(
      source,
      (initial) => {
        setFloats(initial, 2, (lane) => [100, 10, 1, 0][lane & 3]);
        setFloats(initial, 0, (lane) => lane);
      },
      'gfx11',
    );
    expect(getFloats(state, 2).slice(0, 5)).toEqual([100, 110, 120, 130, 140]);
    expect(decodeSource(source, 'gfx11').instructions[0].wait).toEqual({ exp: 0 });
  });
});

describe('a 32-bit interpolation', () => {
  test.each([
    ['v_interp_p1_f32 v5, v2, attr3.y', [0xc8140d02]],
    ['v_interp_p1_f32_e64 v5, v2, attr3.y', [0xd6000005, 0x00020443]],
    ['v_interp_p1_f32 v5, -v2, attr3.y', [0xd6000005, 0x40020443]],
    ['v_interp_mov_f32 v5, p0, attr3.y clamp', [0xd6028005, 0x00000443]],
  ])('has an encoding that depends on the suffix or, without one, on the operands: %s', (text, words) => {
    expect(assembleLines(text, 'gfx10.3', 64)[0].words).toEqual(words);
  });

  test.each([
    ['v_interp_p1_f32_e32 v5, -v2, attr3.y', '-v2'],
    ['v_interp_p2_f32_e64 v5, v2, attr3.y high', 'high'],
    ['v_interp_mov_f32 v5, p30, attr3.y', 'p30'],
  ])('cannot be written as %s because of "%s"', (text, reason) => {
    expect(() => assembleLines(text, 'gfx10.3', 64)).toThrow(`got "${reason}"`);
  });
});
