import { getHazardLookup } from '../../../../checkers/rules/race/race-02.js';
import { decodeSource } from '../../../arch/support/machine.js';

const PAST_END = 0x7fffffff;

const program = decodeSource(`s_load_dwordx2 s[4:5], s[2:3], 0x0
    s_mov_b32 s0, s1
    s_mov_b32 s6, s5
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s4, 0
    s_endpgm`);
const indices = program.instructions.map(({ index }) => index).concat(program.instructions.length);

it('finds the next wait at or after each instruction', () => {
  expect(indices.map((index) => getHazardLookup(program).findNextWait(index))).toEqual([
    3,
    3,
    3,
    3,
    PAST_END,
    PAST_END,
    PAST_END,
  ]);
});

it('finds the next instruction that touches any register written by a load', () => {
  const [load] = program.instructions;
  const nextTouches = indices.map((index) => getHazardLookup(program).findNextAccess(load, index));
  expect(nextTouches).toEqual([0, 2, 2, 4, 4, PAST_END, PAST_END]);
});

it('ignores registers selected by M0 but not those named in the instruction', () => {
  const text = [
    'buffer_load_dword v9, v0, s[0:3], 0 offen',
    'v_movrels_b32_e32 v1, v2',
    'v_movrels_b32_e32 v9, v2',
  ];
  const moves = decodeSource(text.join('\n'));
  expect(getHazardLookup(moves).findNextAccess(moves.instructions[0], 1)).toBe(2);
});
