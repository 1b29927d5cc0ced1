import {
  decodeProgram,
  type InstructionSet,
  makeMemoryRequest,
  printInstruction,
  SCALAR,
} from '../../../arch/index.js';
import { makeWave } from '../support/machine.js';

function decode(words: readonly number[], set: InstructionSet) {
  return decodeProgram(words, set, set.startsWith('gfx9') ? 64 : 32);
}

// LLVM 19 rejects the words below or prints them with other operands.
describe('the decoder', () => {
  test.each([
    ['s_mov_b64 s[73:74], exec', [0xbec9017e], 'gfx9', '2 dwords starting at scalar operand 73'],
    [
      's_load_dwordx4 s[29:32], s[2:3], 0x0',
      [0xc00a0741, 0],
      'gfx9',
      '4 dwords starting at scalar operand 29',
    ],
    ['s_mov_b64 s[2:3], src_scc', [0xbe8201fd], 'gfx9', '2 dwords starting at scalar operand 253'],
    ['v_cvt_f64_f32_e32 v[255:256], v0', [0x7ffe2100], 'gfx9', 'vector registers beyond v255'],
    [
      'global_load_dwordx2 v[255:256], v[0:1], off',
      [0xdc548000, 0xff7f0000],
      'gfx9',
      'vector registers beyond v255',
    ],
    ['v_bfi_b32 v1, 0x0, v2, v3', [0xd1ca0001, 0x040e04ff], 'gfx9', 'literal in this format'],
    ['buffer_load_b32 v0, off, s[0:3], 0x0', [0xe0500000, 0xff000000], 'gfx11', 'literal in this format'],
    [
      'v_cndmask_b32_e64 v1, v2, v3, v[4:5]',
      [0xd1000001, 0x04120702],
      'gfx9',
      'vector register as a lane mask',
    ],
    ['v_readfirstlane_b32 s2, vcc_lo', [0x7e04046a], 'gfx9', 'operand 0'],
    ['v_swap_b32 v0, s5', [0x7e00a205], 'gfx9', 'operand 0'],
    ['v_permlane16_b32 v7, v55, v68, s3', [0xd7770007, 0x000e8937], 'gfx10', 'operand 1'],
    ['v_readfirstlane_b32_dpp', [0x7e7604fa, 0xed254100], 'gfx9', 'dpp16 form'],
    ['v_floor_f64_dpp v[0:1], v[3:4]', [0x7e0034fa, 0xff00e403], 'gfx9', 'dpp16 form'],
    ['v_mac_f32_sdwa v1, v2, v3', [0x2c0206f9, 0x06060602], 'gfx9', 'sdwa form'],
    [
      'v_add_f32_e64_dpp v0, v1, s2 quad_perm:[0,1,2,3]',
      [0xd5030000, 0x000004fa, 0xff00e401],
      'gfx11',
      'scalar second source in a dpp16 form',
    ],
    [
      'v_fma_f32_e64_dpp v0, v1, 1.0, v2 dpp8:[0,1,2,3,4,5,6,7]',
      [0xd6130000, 0x0409e4e9, 0xfac68801],
      'gfx11',
      'scalar second source in a dpp8 form',
    ],
    ['v_mov_b32_dpp v1, v2 row_share:7', [0x7e0202fa, 0xff015702], 'gfx9', 'reserved DPP control'],
    ['v_mov_b32_dpp v1, v2 row_bcast:15', [0x7e0202fa, 0xff014202], 'gfx10', 'reserved DPP control'],
    ['v_mov_b32_dpp v1, v2 wave_shl:1', [0x7e0202fa, 0xff013002], 'gfx11', 'reserved DPP control'],
    ['v_mov_b32_dpp v1, v2 row_shl:0', [0x7e0202fa, 0xff010002], 'gfx9', 'reserved DPP control'],
    ['v_writelane_b32 v1, s2, s3', [0xd28a0001, 0x00000602], 'gfx9', 'too many scalar operands'],
    ['v_div_fmas_f32 v1, s2, v3, v4', [0xd1e20001, 0x04120602], 'gfx9', 'too many scalar operands'],
    ['v_div_fmas_f32 v1, s2, s3, v4', [0xd56f0001, 0x04100602], 'gfx10', 'too many scalar operands'],
    ['v_bfi_b32 v1, s2, s3, v4', [0xd1ca0001, 0x04100602], 'gfx9', 'too many scalar operands'],
    ['v_bfi_b32 v1, s2, s3, s4', [0xd54a0001, 0x00100602], 'gfx10', 'too many scalar operands'],
    ['v_lshlrev_b64 v[2:3], s2, s[4:5]', [0xd6ff0002, 0x00000802], 'gfx10', 'too many scalar operands'],
    [
      'v_max3_i16 v0, -v64, v103, v230',
      [0xd1f80000, 0x279acf40],
      'gfx9',
      'sign modifier on an integer operand',
    ],
    ['global_load_dword v[0:1], off lds', [0xdc50a000, 0x007f0000], 'gfx9', 'flat load to LDS'],
  ] as const)('rejects %s', (_text, words, set, reason) => {
    expect(decode(words, set).instructions[0].reason).toContain(`unsupported: ${reason}`);
  });

  test('accepts similar legal operands', () => {
    const legal = [
      [[0xbec8017e], 'gfx9'],
      [[0x7ffc2100], 'gfx9'],
      [[0xd1ca0001, 0x04080402], 'gfx9'],
      [[0xd54a0001, 0x00080602], 'gfx10'],
      [[0x7e0202fa, 0xff014202], 'gfx9'],
      [[0x7e0202fa, 0xff015702], 'gfx10'],
      [[0xd1fa0000, 0x279acf40], 'gfx9'],
      [[0xd7610001, 0x00000602], 'gfx10'],
      [[0xd56f0001, 0x04120602], 'gfx10'],
    ] as const;
    const reasons = legal.map(([words, set]) => decode(words, set).instructions[0].reason);
    expect(reasons).toEqual(legal.map(() => undefined));
  });
});

test('on GFX9, DPP has no bit for reading inactive lanes', () => {
  const program = decode([0x7e0202fa, 0xff053802], 'gfx9');
  const [move] = program.instructions;
  expect(printInstruction(move, 'gfx9', 64)).not.toContain('fi:1');
  const state = makeWave(program);
  state.s[SCALAR.EXEC_LO] = 2;
  state.v.fill(7, 64, 128);
  move.execute(state);
  expect(state.v[64 + 1]).toBe(7);
});

test('a GFX9 scalar load uses SOFFSET as its offset register if SOFFSET_EN is set without IMM', () => {
  const program = decode([0xc00047c0, 0xcc000005], 'gfx9');
  const [load] = program.instructions;
  expect(printInstruction(load, 'gfx9', 64)).toBe('s_load_dword s31, s[0:1], flat_scratch_lo');
  const state = makeWave(program);
  state.s[5] = 0x40;
  state.s[SCALAR.FLAT_SCRATCH_LO] = 0x80;
  const request = makeMemoryRequest();
  load.memory?.prepare(state, request);
  expect(request.addresses[0]).toBe(0x80);
});
