import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

it('the exit either keeps or clears the packer selection, depending on packerAfterExit (U23)', () => {
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
  const getFinalWord = (packerAfterExit: number): number =>
    getFinalWords(buildScene(program, { freedoms: { packerAfterExit } }))[0]!;
  expect([getFinalWord(0), getFinalWord(1)]).toEqual([1, 0]);
});

it.each([
  ['MSG_DEALLOC_VGPRS', 1],
  ['MSG_INTERRUPT', 0],
])("%s releases a wave's VGPRs %i times on GFX11", (message, count) => {
  const scene = buildScene(`s_nop 0\ns_sendmsg sendmsg(${message})\ns_endpgm`, { chip: 'navi31' });
  expect(getTransactions(scene, 'message-sent')).toHaveLength(1);
  expect(getTransactions(scene, 'vgprs-released')).toHaveLength(count);
});

it.each([
  ['MSG_ORDERED_PS_DONE', 'navi21', 'is'],
  ['MSG_INTERRUPT', 'navi21', 'is not'],
  ['0x4', 'navi31', 'is not'],
] as const)('message %s on %s %s counted as an exit', (message, chip, outcome) => {
  const select = chip === 'navi21' ? 's_setreg_imm32_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), 1\n' : '';
  const scene = buildScene(`${select}s_sendmsg sendmsg(${message})\ns_sleep 127\ns_endpgm`, { chip });
  const [exit] = getTransactions(scene, 'section-exit');
  const [end] = getTransactions(scene, 'wave-ended');
  expect(exit !== undefined && exit.cycle < end.cycle).toBe(outcome === 'is');
});
