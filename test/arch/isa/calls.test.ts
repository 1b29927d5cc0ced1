import { describe, expect, test } from 'vitest';
import { decodeProgram, runWave } from '../../../arch/index.js';
import { decodeSource, execute, makeWave } from '../support/machine.js';
import { FlatMemory } from '../support/memory.js';

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
