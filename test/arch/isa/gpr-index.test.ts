import { SCALAR, type WaveState } from '../../../arch/index.js';
import { decodeSource, execute, getVector, makeWave, setVector } from '../support/machine.js';

/** Sets register r of lane l to 100 * r + l, and s0, which holds the index, to 7. */
function fillRegisters(state: WaveState): void {
  for (let register = 0; register < 64; register++)
    setVector(state, register, (lane) => 100 * register + lane);
  state.s[0] = 7;
}

function run(lines: readonly string[]): WaveState {
  const decoded = decodeSource(lines.join('\n'), 'gfx9', 64);
  const state = makeWave(decoded);
  fillRegisters(state);
  for (const instruction of decoded.instructions) {
    if (instruction.kind === 'illegal') throw new Error(instruction.reason);
    if (instruction.kind !== 'nop') instruction.execute(state);
  }
  return state;
}

describe('GFX9 relative register indexing', () => {
  test.each([
    ['SRC0', 2, 1003],
    ['DST', 9, 303],
    ['SRC0,DST', 9, 1003],
    ['SRC1,SRC2', 2, 303],
  ])('adds the index to %s of a move', (operands, register, expected) => {
    const state = run([
      `s_set_gpr_idx_on s0, gpr_idx(${operands})`,
      'v_mov_b32_e32 v2, v3',
      's_set_gpr_idx_off',
      'v_mov_b32_e32 v4, v5',
    ]);
    expect([getVector(state, register)[3], getVector(state, 4)[3]]).toEqual([expected, 503]);
  });

  test('can switch to another index and other operands', () => {
    const state = run([
      's_set_gpr_idx_on s0, gpr_idx(DST)',
      's_set_gpr_idx_idx 4',
      'v_mov_b32_e32 v2, v3',
      's_set_gpr_idx_mode gpr_idx(SRC0)',
      'v_mov_b32_e32 v12, v13',
      's_set_gpr_idx_off',
    ]);
    expect([getVector(state, 6)[1], getVector(state, 12)[1]]).toEqual([301, 1701]);
    expect(state.s[SCALAR.M0] & 0xf0ff).toBe(0x1004);
  });

  test.each([
    ['v_add_f32_e32 v1, v2, v3', 'unsupported: relative register indexing in v_add_f32'],
    ['s_branch 0', 'unsupported: jump or M0 write during relative register indexing in s_branch'],
    ['s_mov_b32 m0, 3', 'unsupported: jump or M0 write during relative register indexing in s_mov_b32'],
  ])('rejects %s while indexing is on', (line, reason) => {
    const { instructions } = decodeSource(
      `s_set_gpr_idx_on s0, gpr_idx(DST)\n${line}\ns_set_gpr_idx_off`,
      'gfx9',
      64,
    );
    expect(instructions[1].reason).toBe(reason);
  });

  test('rejects a branch into an indexed region', () => {
    const lines = [
      's_cbranch_scc0 1',
      's_set_gpr_idx_on s0, gpr_idx(DST)',
      'v_mov_b32_e32 v1, v2',
      's_endpgm',
    ];
    expect(decodeSource(lines.join('\n'), 'gfx9', 64).instructions[0].reason).toMatch(
      'branch outside the program',
    );
    const legalBranch = ['s_cbranch_scc0 0', ...lines.slice(1)];
    expect(decodeSource(legalBranch.join('\n'), 'gfx9', 64).instructions[0].kind).toBe('branch');
  });

  test('marks the destination register and all above it as defined', () => {
    const { instructions } = decodeSource(
      's_set_gpr_idx_on s0, gpr_idx(DST)\nv_mov_b32_e32 v250, v2',
      'gfx9',
      64,
    );
    expect(instructions[1].defines.vectors).toEqual([250, 251, 252, 253, 254, 255]);
  });

  test('only exists on GFX9', () => {
    expect(() => execute('s_set_gpr_idx_off', () => undefined, 'gfx10')).toThrow();
  });
});
