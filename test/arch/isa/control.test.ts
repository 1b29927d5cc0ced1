import { assembleLines, decodeProgram, type Gfx, HWREG, runWave, SCALAR } from '../../../arch/index.js';
import { decodeSource, execute, getVector, makeWave, setVector } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';
import { makeWordPairs } from '../support/values.js';

/** Runs a program to completion and returns the scalar registers. */
function run(source: string): Int32Array {
  const decoded = decodeSource(source);
  const state = makeWave(decoded);
  expect(runWave(decoded, state, new FlatMemory())).toMatchObject({ outcome: 'ended' });
  return state.s;
}

describe('calls', () => {
  test('save a return address that the callee can jump back to', () => {
    const s = run(`
      s_mov_b32 s4, 1
      s_call_b64 s[10:11], 2
      s_add_u32 s4, s4, 16
      s_endpgm
      s_lshl_b32 s4, s4, 3
      s_setpc_b64 s[10:11]`);
    expect([s[4], s[10], s[11]]).toEqual([24, 8, 0]);
  });

  test('jump to the address in a register pair and save the return address', () => {
    const s = run(`
      s_mov_b32 s10, 20
      s_mov_b32 s11, 0
      s_swappc_b64 s[10:11], s[10:11]
      s_add_u32 s4, s4, 16
      s_endpgm
      s_mov_b32 s4, 3
      s_swappc_b64 s[12:13], s[10:11]`);
    expect([s[4], s[10], s[12]]).toEqual([19, 12, 28]);
  });

  test('are illegal if their target is outside the program', () => {
    const [call] = decodeProgram([0xbb0a0010], 'gfx10.3', 32).instructions;
    expect(call).toMatchObject({ kind: 'illegal', reason: 'branch outside the program, to byte 68' });
  });
});

describe('debug branches', () => {
  test('are not taken', () => {
    expect(run('s_cbranch_cdbgsys 1\ns_mov_b32 s4, 7\ns_endpgm')[4]).toBe(7);
  });
});

describe('cache control', () => {
  test.each([
    ['gfx10.3', 'buffer_gl0_inv', ['l0']],
    ['gfx11', 'buffer_gl1_inv', ['gl1']],
    ['gfx10', 's_dcache_inv', ['scalar']],
    ['gfx9', 'buffer_wbinvl1_vol', ['l0']],
  ] as const)(
    'on %s, %s lists the caches that it invalidates and is not a memory access',
    (gfx, source, invalidates) => {
      const [instruction] = decodeSource(source, gfx, 64).instructions;
      expect(instruction).toMatchObject({ kind: 'invalidate', invalidates });
      expect(instruction.memory).toBeUndefined();
    },
  );

  test('has no visible effect on the instruction cache, since code is immutable', () => {
    expect(decodeSource('s_icache_inv').instructions[0].kind).toBe('nop');
  });
});

describe('scalar bit instructions', () => {
  test('duplicate each bit into a register pair', () => {
    const { s } = execute('s_bitreplicate_b64_b32 s[4:5], s0', (state) => {
      state.s[0] = 0x8001f00f | 0;
    });
    expect([s[4] >>> 0, s[5] >>> 0]).toEqual([0xff0000ff, 0xc0000003]);
  });

  test.each([
    ['s_bitset1_b64 s[4:5], 37', [0, 32]],
    ['s_bitset1_b64 s[4:5], 3', [8, 0]],
  ] as const)('set a bit by index: %s', (source, expected) => {
    const { s } = execute(source, (state) => state.s.set([0, 0], 4));
    expect([s[4], s[5]]).toEqual(expected);
  });

  test('clear a bit by index, modulo 64', () => {
    const { s } = execute('s_bitset0_b64 s[4:5], s0', (state) => {
      state.s[0] = 64 + 33;
      state.s.set([-1, -1], 4);
    });
    expect([s[4], s[5]]).toEqual([-1, ~2]);
  });
});

const MASK32 = (1n << 32n) - 1n;
const signed = (value: bigint) => BigInt.asIntN(32, value);
const signed24 = (value: bigint) => BigInt.asIntN(24, value);
const low24 = (value: bigint) => value & 0xffffffn;
const mask = (width: bigint) => (1n << width) - 1n;

/** Computes the expected result of an operation. Two-source operations ignore the last argument. */
type Reference = (a: bigint, b: bigint, c: bigint) => bigint;

const REFERENCES: Readonly<Record<string, Reference>> = {
  'v_add_nc_u32_e32 v3, v0, v1': (a, b) => a + b,
  'v_subrev_nc_u32_e32 v3, v0, v1': (a, b) => b - a,
  'v_mul_lo_u32 v3, v0, v1': (a, b) => a * b,
  'v_mul_hi_u32 v3, v0, v1': (a, b) => (a * b) >> 32n,
  'v_mul_hi_i32 v3, v0, v1': (a, b) => (signed(a) * signed(b)) >> 32n,
  'v_mul_u32_u24_e32 v3, v0, v1': (a, b) => low24(a) * low24(b),
  'v_mul_hi_i32_i24_e32 v3, v0, v1': (a, b) => (signed24(a) * signed24(b)) >> 32n,
  'v_mad_u32_u24 v3, v0, v1, v2': (a, b, c) => low24(a) * low24(b) + c,
  'v_mad_i32_i24 v3, v0, v1, v2': (a, b, c) => signed24(a) * signed24(b) + c,
  'v_max_u32_e32 v3, v0, v1': (...all) => all.slice(0, 2).sort((x, y) => (x < y ? 1 : -1))[0],
  'v_min_i32_e32 v3, v0, v1': (a, b) => (signed(a) < signed(b) ? a : b),
  'v_lshlrev_b32_e32 v3, v0, v1': (a, b) => b << (a & 31n),
  'v_lshrrev_b32_e32 v3, v0, v1': (a, b) => b >> (a & 31n),
  'v_ashrrev_i32_e32 v3, v0, v1': (a, b) => signed(b) >> (a & 31n),
  'v_lshl_add_u32 v3, v0, v1, v2': (a, b, c) => (a << (b & 31n)) + c,
  'v_add_lshl_u32 v3, v0, v1, v2': (a, b, c) => ((a + b) & MASK32) << (c & 31n),
  'v_lshl_or_b32 v3, v0, v1, v2': (a, b, c) => (a << (b & 31n)) | c,
  'v_add3_u32 v3, v0, v1, v2': (a, b, c) => a + b + c,
  'v_xad_u32 v3, v0, v1, v2': (a, b, c) => (a ^ b) + c,
  'v_bfe_u32 v3, v0, v1, v2': (a, b, c) => (a >> (b & 31n)) & mask(c & 31n),
  'v_bfi_b32 v3, v0, v1, v2': (a, b, c) => (a & b) | (~a & c),
  'v_bfm_b32 v3, v0, v1': (a, b) => mask(a & 31n) << (b & 31n),
  'v_alignbit_b32 v3, v0, v1, v2': (a, b, c) => ((a << 32n) | b) >> (c & 31n),
  'v_cvt_pk_u16_u32 v3, v0, v1': (a, b) => (a > 0xffffn ? 0xffffn : a) | ((b > 0xffffn ? 0xffffn : b) << 16n),
  'v_med3_u32 v3, v0, v1, v2': (...all) => all.sort((x, y) => (x < y ? -1 : 1))[1],
  'v_min3_i32 v3, v0, v1, v2': (...all) => all.reduce((x, y) => (signed(y) < signed(x) ? y : x)),
};

/** Splits the cases into batches of 32, one case per lane. */
function splitIntoBatches(cases: readonly [number, number][]): [number, number][][] {
  return Array.from({ length: Math.ceil(cases.length / 32) }, (_, i) => cases.slice(i * 32, i * 32 + 32));
}

describe('vector integer operations match BigInt arithmetic', () => {
  test.each(Object.entries(REFERENCES))('%s', (source, reference) => {
    for (const batch of splitIntoBatches(makeWordPairs(300))) {
      const getThird = (lane: number) =>
        Math.imul(batch[lane]?.[0] ?? 0, 0x9e3779b1) ^ (batch[lane]?.[1] ?? 0);
      const state = execute(source, (initial) => {
        setVector(initial, 0, (lane) => batch[lane]?.[0] ?? 0);
        setVector(initial, 1, (lane) => batch[lane]?.[1] ?? 0);
        setVector(initial, 2, getThird);
      });
      const expected = batch.map(([a, b], lane) =>
        Number(reference(BigInt(a), BigInt(b), BigInt(getThird(lane) >>> 0)) & MASK32),
      );
      expect(
        getVector(state, 3)
          .slice(0, batch.length)
          .map((value) => value >>> 0),
      ).toEqual(expected);
    }
  });
});

describe('vector operations with carry', () => {
  test('an addition and an addition with carry compute a 64-bit sum', () => {
    const state = execute(
      'v_add_co_u32 v4, vcc_lo, v0, v2\nv_add_co_ci_u32_e32 v5, vcc_lo, v1, v3, vcc_lo',
      (initial) => {
        setVector(initial, 0, (lane) => -lane);
        setVector(initial, 1, () => -1);
        setVector(initial, 2, (lane) => lane * 0x10000000);
        setVector(initial, 3, (lane) => lane);
      },
    );
    for (let lane = 0; lane < 32; lane++) {
      const a = 0xffffffff00000000n + BigInt(-lane >>> 0);
      const b = (BigInt(lane) << 32n) + BigInt((lane * 0x10000000) >>> 0);
      const sum = a + b;
      expect([getVector(state, 4)[lane] >>> 0, getVector(state, 5)[lane] >>> 0]).toEqual([
        Number(sum & MASK32),
        Number((sum >> 32n) & MASK32),
      ]);
      expect((state.s[SCALAR.VCC_LO] >>> lane) & 1).toBe(sum > (1n << 64n) - 1n ? 1 : 0);
    }
  });

  test.each([
    ['v_sub_co_u32 v4, vcc_lo, v0, v1', [5, 6, 0, -1], [5, 5, 1, 0], [0, 0, 1, 0]],
    ['v_subrev_co_u32 v4, vcc_lo, v0, v1', [5, 5, 1, 0], [5, 6, 0, -1], [0, 0, 1, 0]],
    ['v_add_co_u32 v4, vcc_lo, v0, v1', [-1, -1, 0, 1], [0, 1, 0, -2], [0, 1, 0, 0]],
  ] as const)(
    '%s carries or borrows only if the result is out of range',
    (source, first, second, expected) => {
      const { s } = execute(source, (initial) => {
        setVector(initial, 0, (lane) => first[lane & 3]);
        setVector(initial, 1, (lane) => second[lane & 3]);
      });
      expect([0, 1, 2, 3].map((lane) => (s[SCALAR.VCC_LO] >>> lane) & 1)).toEqual(expected);
    },
  );

  test('a subtraction also subtracts the incoming borrow', () => {
    const { s, v } = execute('v_sub_co_ci_u32_e32 v4, vcc_lo, v0, v0, vcc_lo', (initial) => {
      initial.s[SCALAR.VCC_LO] = 0b10;
    });
    expect([v[4 * 32], v[4 * 32 + 1], s[SCALAR.VCC_LO]]).toEqual([0, -1, 0b10]);
  });

  test('mbcnt counts the active lanes below each lane', () => {
    const source = 'v_mbcnt_lo_u32_b32 v0, exec_lo, 0\nv_mbcnt_hi_u32_b32 v0, exec_hi, v0';
    const state = execute(source, (initial) => initial.s.set([0x55555555], SCALAR.EXEC_LO), 'gfx10.3', 64);
    expect([0, 2, 30, 32, 63].map((lane) => getVector(state, 0)[lane])).toEqual([0, 1, 15, 16, 47]);
  });
});

const decodeFirst = (words: readonly number[], gfx: Gfx) =>
  decodeProgram(words, gfx, gfx === 'gfx9' ? 64 : 32).instructions[0];

describe('waits on each generation (pops.md 4)', () => {
  test.each([
    ['gfx9', 0xbf8c0f70, { vm: 0 }],
    ['gfx9', 0xbf8cc07f, { lgkm: 0 }],
    ['gfx9', 0xbf8c0070, { vm: 0, lgkm: 0 }],
    ['gfx9', 0xbf8cff7f, {}],
    ['gfx9', 0xbf8ccf7f, {}],
    ['gfx10', 0xbf8c3f70, { vm: 0 }],
    ['gfx10.3', 0xbf8cc07f, { lgkm: 0 }],
    ['gfx10.3', 0xbf8cff71, { vm: 49 }],
    ['gfx10.3', 0xbbfd0000, { vs: 0 }],
    ['gfx10.3', 0xbbfd003f, {}],
    ['gfx11', 0xbf8903f7, { vm: 0 }],
    ['gfx11', 0xbf89fc07, { lgkm: 0 }],
    ['gfx11', 0xbf890007, { vm: 0, lgkm: 0 }],
    ['gfx11', 0xbf89fff0, { exp: 0 }],
    ['gfx11', 0xbc7c0000, { vs: 0 }],
  ] as const)('wait for the right counters on %s (word %i)', (gfx, word, wait) => {
    expect(decodeFirst([word], gfx)).toMatchObject({ kind: 'waitcnt', wait });
    expect(Object.keys(decodeFirst([word], gfx).wait ?? {})).toEqual(Object.keys(wait));
  });
});

describe('the ordered section', () => {
  test('a poll is marked as reading the exiting id (S-042, S-044)', () => {
    const poll = decodeFirst([0x810807ef], 'gfx10.3');
    expect(poll.readsExitingId).toBe(true);
    expect(poll.uses.scalars).toEqual([7, SCALAR.EXITING_WAVE_ID]);
    expect(poll.defines.scalars).toEqual([8, SCALAR.SCC]);
  });

  test('source 239 is illegal on GFX11, which has no ids', () => {
    expect(decodeFirst([0x810807ef], 'gfx11')).toMatchObject({ kind: 'illegal' });
  });

  test('the packer is set by writing a register field', () => {
    expect(decodeFirst([0xb9851019], 'gfx10.3')).toMatchObject({
      kind: 'setreg',
      hwreg: { id: HWREG.POPS_PACKER, offset: 0, size: 3 },
    });
    const { hw } = execute('s_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s0', (state) => {
      state.s[0] = 0xff;
      state.hw[HWREG.MODE] = 0x000000f0;
    });
    expect(hw[HWREG.MODE]).toBe(0x030000f0);
  });

  test("another generation's hardware register is rejected by name", () => {
    const text = 's_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 1';
    expect(() => assembleLines(text, 'gfx11', 64)).toThrow('expected a hardware register of gfx11');
  });

  test('messages, sleeps and event waits record their immediate', () => {
    expect(decodeFirst([0xbf900007], 'gfx9')).toMatchObject({ kind: 'message', immediate: 7 });
    expect(decodeFirst([0xbf8effff], 'gfx10.3')).toMatchObject({ kind: 'sleep', immediate: 0xffff });
    expect(decodeFirst([0xbf8b0000], 'gfx11')).toMatchObject({ kind: 'wait-event', immediate: 0 });
    expect(decodeFirst([0xbf9e0000], 'gfx10')).toMatchObject({ kind: 'end', sendsOrderedDone: true });
    expect(decodeFirst([0xbf9e0000], 'gfx11').kind).toBe('illegal');
  });

  test('exports record their target, channels and flags', () => {
    expect(decodeFirst([0xf8001890, 0], 'gfx10.3').export).toMatchObject({
      target: 9,
      enabled: 0,
      done: true,
      validMask: true,
    });
    expect(decodeFirst([0xf8000800, 0], 'gfx11').export).toMatchObject({ target: 0, enabled: 0, done: true });
    const compressed = decodeFirst([0xf8001c0f, 0x80800604], 'gfx10.3');
    expect(compressed.export).toMatchObject({ compressed: true, sources: [4, 6, 128, 128] });
    expect(compressed.uses.vectors).toEqual([4, 6]);
  });
});

describe('illegal instructions', () => {
  test('include reserved and unknown encodings', () => {
    expect(decodeFirst([0xe8000000, 0], 'gfx11')).toMatchObject({
      kind: 'illegal',
      reason: expect.stringContaining('unsupported'),
    });
    expect(decodeFirst([0xbf8f0000 | (0x7f << 16)], 'gfx9').kind).toBe('illegal');
    expect(decodeFirst([0xcc000000 | 0, 0], 'gfx9')).toMatchObject({ kind: 'illegal' });
  });

  test('include truncated instructions and literals', () => {
    expect(decodeFirst([0xd5690000], 'gfx10.3')).toMatchObject({ kind: 'illegal', reason: 'truncated' });
    expect(decodeFirst([0x8007ff04], 'gfx10.3')).toMatchObject({ kind: 'illegal', reason: 'truncated' });
  });

  test('include branches whose target is not the start of an instruction', () => {
    expect(decodeFirst([0xbf820005], 'gfx9')).toMatchObject({ kind: 'illegal', target: -1 });
    const intoLiteral = decodeProgram([0xbf840001, 0x8007ff04, 0x12345678], 'gfx9', 64);
    expect(intoLiteral.instructions[0]).toMatchObject({ kind: 'illegal' });
  });

  test('include accesses to trap registers, whose numbers have other uses', () => {
    expect(decodeFirst([0xbe840379], 'gfx10.3').kind).toBe('illegal');
  });

  test('do not stop the decoding of later instructions', () => {
    const decoded = decodeProgram([0xe8000000, 0, 0xbf810000], 'gfx9', 64);
    expect(decoded.instructions.map(({ kind, pc }) => [kind, pc])).toEqual([
      ['illegal', 0],
      ['end', 8],
    ]);
  });
});

describe('scalar operands', () => {
  test('M0 and NULL swap numbers on GFX11 but behave the same', () => {
    for (const gfx of ['gfx10.3', 'gfx11'] as const) {
      const state = execute(
        's_mov_b32 m0, 7\ns_mov_b32 s4, m0\ns_mov_b32 s5, null\ns_mov_b32 null, 9',
        () => {},
        gfx,
      );
      expect([state.s[SCALAR.M0], state.s[4], state.s[5], state.s[SCALAR.NULL]]).toEqual([7, 7, 0, 0]);
    }
  });

  test('a write to NULL defines nothing, and a NULL pair reads as zero', () => {
    expect(decodeSource('s_mov_b32 null, s4').instructions[0].defines.scalars).toEqual([]);
    const { s } = execute('s_mov_b64 s[4:5], null', (state) => state.s.set([1, 1], 4));
    expect([s[4], s[5]]).toEqual([0, 0]);
  });

  test('a branch on EXEC tests only the low half in wave32', () => {
    const narrow = decodeSource('s_cbranch_execz end\nend: s_endpgm', 'gfx10.3', 32).instructions[0];
    const wide = decodeSource('s_cbranch_execz end\nend: s_endpgm', 'gfx10.3', 64).instructions[0];
    expect(narrow.uses.scalars).toEqual([SCALAR.EXEC_LO]);
    expect(wide.uses.scalars).toEqual([SCALAR.EXEC_LO, SCALAR.EXEC_HI]);
  });
});

test('the scalar operand of a split wait is refused by name, and null counts as zero', () => {
  const [early] = decodeProgram([0xbb850000, 0xbf810000], 'gfx10.3', 32).instructions;
  expect(early).toMatchObject({ reason: expect.stringContaining('count in a scalar register') });
  const [wait] = decodeProgram([0xbbfd0000, 0xbf810000], 'gfx10.3', 32).instructions;
  expect(wait).toMatchObject({ kind: 'waitcnt' });
});
