import { expect, test } from 'vitest';
import { assembleProgram, decodeProgram } from '../../../arch/index.js';
import { pollLoopAt } from '../../../checkers/ledger/poll-loop.js';

/** The loop around the poll of a text. */
function loopOf(text: string) {
  const program = decodeProgram(assembleProgram(text, 'gfx10.3'), 'gfx10.3', 32);
  const poll = program.instructions.find((_, i) => text.split('\n')[i].includes('src_pops'))!;
  return pollLoopAt(program, poll.pc);
}

test('is from the poll to the branch back to it', () => {
  const text = ['s_mov_b32 s9, src_pops_exiting_wave_id', 's_cmp_lt_u32 s8, s9', 's_cbranch_scc0 65533'];
  expect(loopOf([...text, 's_sleep 3'].join('\n'))).toMatchObject({ instructions: 3, sleepCycles: 0 });
});

test('has the sleep on a way of its own to the head that a poll in time leads to as well, as llc -O0 lays it out', () => {
  const text = [
    's_andn2_b32 vcc_lo, exec_lo, s9',
    's_cbranch_vccz 8',
    's_mov_b32 s9, src_pops_exiting_wave_id',
    's_cmp_lt_u32 s8, s9',
    's_mov_b32 s9, -1',
    's_cbranch_scc1 65530',
    's_mov_b32 s9, 0',
    's_sleep 0xffff',
    's_branch 65527',
    's_endpgm',
  ];
  expect(loopOf(text.join('\n'))).toMatchObject({ instructions: 9, mayBeEndless: true });
});
