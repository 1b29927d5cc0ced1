import { findPollLoop } from '../../../../checkers/evidence/program/poll-loop.js';
import { decodeSource } from '../../../arch/support/machine.js';

function findLoop(text: string) {
  const program = decodeSource(text);
  const poll = program.instructions.find((_, i) => text.split('\n')[i].includes('src_pops'))!;
  return findPollLoop(program, poll.pc);
}

test('a poll loop runs from the poll to the branch back to it', () => {
  const text = ['s_mov_b32 s9, src_pops_exiting_wave_id', 's_cmp_lt_u32 s8, s9', 's_cbranch_scc0 65533'];
  expect(findLoop([...text, 's_sleep 3'].join('\n'))).toMatchObject({ instructionCount: 3, sleepCycles: 0 });
});

test('a poll loop may sleep on a separate path back to its first instruction, as in llc -O0 output', () => {
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
  expect(findLoop(text.join('\n'))).toMatchObject({ instructionCount: 9, maySleepIndefinitely: true });
});

test('a poll loop may be re-entered if later code branches back to it, or if it contains more than a wait', () => {
  const loop = ['s_mov_b32 s9, src_pops_exiting_wave_id', 's_cmp_lt_u32 s8, s9', 's_cbranch_scc0 65533'];
  const canReenter = (...text: string[]) => findLoop(text.join('\n'))?.mayReenter;
  expect(canReenter(...loop, 's_endpgm')).toBe(false);
  expect(canReenter(...loop, 's_cbranch_vccz 65533', 's_endpgm')).toBe(true);
  expect(canReenter(...loop, 's_setpc_b64 s[0:1]')).toBe(true);
  const section = ['s_cbranch_scc0 65533', 's_sendmsg 7', 's_cbranch_vccz 65531'];
  expect(canReenter(...loop.slice(0, 2), ...section)).toBe(true);
});
