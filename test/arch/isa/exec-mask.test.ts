import { SCALAR } from '../../../arch/index.js';
import { execute, getVector, setVector } from '../support/machine.js';

const { EXEC_LO, EXEC_HI, SCC, VCC_LO, VCC_HI } = SCALAR;

describe('instructions on EXEC', () => {
  test('saveexec saves the old mask and sets SCC if any lane remains active', () => {
    const { s } = execute(
      's_and_saveexec_b64 s[4:5], s[0:1]',
      (state) => {
        state.s.set([0x0f, 0], 0);
        state.s.set([0x3c, 0x1], EXEC_LO);
      },
      'gfx9',
      64,
    );
    expect([s[4], s[5], s[EXEC_LO], s[EXEC_HI], s[SCC]]).toEqual([0x3c, 1, 0x0c, 0, 1]);
  });

  test('wrexec writes the result to both EXEC and the destination', () => {
    const { s } = execute('s_andn2_wrexec_b32 s4, s0', (state) => {
      state.s[0] = 0xff;
      state.s[EXEC_LO] = 0x0f;
    });
    expect([s[4], s[EXEC_LO], s[SCC]]).toEqual([0xf0, 0xf0, 1]);
  });
});

describe('vector compares', () => {
  const setLanes = (state: Parameters<typeof setVector>[0]) => {
    setVector(state, 0, (lane) => lane);
    state.s[EXEC_LO] = 0x0000ffff;
    state.s[VCC_LO] = -1;
  };

  test('return 0 for inactive lanes', () => {
    const { s } = execute('v_cmp_gt_u32_e32 vcc_lo, 24, v0', setLanes);
    expect(s[VCC_LO]).toBe(0xffff);
  });

  test('write both halves in wave64', () => {
    const { s } = execute(
      'v_cmp_le_u32_e32 vcc, 31, v0',
      (state) => setVector(state, 0, (lane) => lane),
      'gfx9',
      64,
    );
    expect([s[VCC_LO] >>> 0, s[VCC_HI] >>> 0]).toEqual([0x80000000, 0xffffffff]);
  });

  test('write only EXEC for v_cmpx on GFX10 and later', () => {
    const { s } = execute('v_cmpx_lt_u32_e32 3, v0', setLanes);
    expect([s[EXEC_LO], s[VCC_LO]]).toEqual([0xfff0, -1]);
  });

  test('write VCC and EXEC for v_cmpx on GFX9', () => {
    const { s } = execute(
      'v_cmpx_lt_u32_e32 vcc, 3, v0',
      (state) => setVector(state, 0, (lane) => lane),
      'gfx9',
      64,
    );
    expect([s[EXEC_LO], s[EXEC_HI], s[VCC_LO], s[VCC_HI]]).toEqual([-16, -1, -16, -1]);
  });

  /** Expected results for less, equal, greater and unordered operands, starting at bit 0 (IEEE 754-2019 5.11). */
  const RELATIONS: Readonly<Record<string, number>> = {
    f: 0b0000,
    lt: 0b0001,
    eq: 0b0010,
    le: 0b0011,
    gt: 0b0100,
    lg: 0b0101,
    ge: 0b0110,
    o: 0b0111,
    u: 0b1000,
    nge: 0b1001,
    nlg: 0b1010,
    ngt: 0b1011,
    nle: 0b1100,
    neq: 0b1101,
    nlt: 0b1110,
  };
  const [ONE, TWO, NAN] = [0x3f800000, 0x40000000, 0x7fc00000];

  test.each(Object.entries(RELATIONS))(
    'are true for exactly the outcomes that IEEE 754 specifies for %s',
    (name, expected) => {
      const left = [ONE, ONE, TWO, NAN, ONE, NAN];
      const right = [TWO, ONE, ONE, ONE, NAN, NAN];
      const { s } = execute(`v_cmp_${name}_f32_e32 vcc_lo, v0, v1`, (state) => {
        setVector(state, 0, (lane) => left[lane] ?? 0);
        setVector(state, 1, (lane) => right[lane] ?? 0);
      });
      const unordered = expected >>> 3;
      expect(s[VCC_LO] & 63).toBe(expected | (unordered << 4) | (unordered << 5));
    },
  );

  test('compare the high half of 64-bit integers first', () => {
    const { s } = execute('v_cmp_lt_u64_e32 vcc_lo, v[0:1], v[2:3]', (state) => {
      setVector(state, 0, () => -1);
      setVector(state, 1, (lane) => lane);
      setVector(state, 2, () => 0);
      setVector(state, 3, () => 5);
    });
    expect(s[VCC_LO]).toBe(0x1f);
  });
});

describe('vector operations leave inactive lanes unchanged', () => {
  test.each([0, 1, 0x80000000, 0x00ff00ff, 0xfffffffe, 0xffffffff])('for EXEC %i', (exec) => {
    const state = execute('v_add_nc_u32_e32 v1, 7, v0', (initial) => {
      initial.s[EXEC_LO] = exec;
      setVector(initial, 0, (lane) => lane * 3);
      setVector(initial, 1, () => 1000);
    });
    const expected = Array.from({ length: 32 }, (_, lane) => ((exec >>> lane) & 1 ? lane * 3 + 7 : 1000));
    expect(getVector(state, 1)).toEqual(expected);
  });
});
