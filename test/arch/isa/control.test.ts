import { describe, expect, test } from 'vitest';
import { assembleLines, decodeProgram, type Gfx, HWREG, SCALAR } from '../../../arch/index.js';
import { decodeSource, execute } from '../support/machine.js';

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
