import { expect, it } from 'vitest';
import { finalWords, heard, programScene } from '../support/run-program.js';

it('the exit leaves the packer selected, or takes it away (U23)', () => {
  const program = `
  s_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 1
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  s_getreg_b32 s4, hwreg(HW_REG_POPS_PACKER, 0, 3)
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  v_mov_b32_e32 v2, s4
  global_store_dword v[0:1], v2, off
  s_endpgm`;
  const left = (packerAfterExit: number): number =>
    finalWords(programScene(program, { freedoms: { packerAfterExit } }))[0]!;
  expect([left(0), left(1)]).toEqual([1, 0]);
});

it.each([
  ['MSG_DEALLOC_VGPRS', 1],
  ['MSG_INTERRUPT', 0],
])('%s gives the vector registers of a wave back %i times on GFX11', (message, times) => {
  const scene = programScene(`s_nop 0\ns_sendmsg sendmsg(${message})\ns_endpgm`, { chip: 'navi31' });
  expect(heard(scene, 'message-sent')).toHaveLength(1);
  expect(heard(scene, 'vgprs-released')).toHaveLength(times);
});
