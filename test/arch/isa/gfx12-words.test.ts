import { assembleLines, decodeProgram } from '../../../arch/index.js';

const decode = (text: string) =>
  decodeProgram(
    assembleLines(text, 'gfx12', 64).flatMap(({ words }) => words),
    'gfx12',
    64,
  ).instructions[0]!;

it.each([
  ['s_wait_alu depctr_va_vdst(0) depctr_sa_sdst(0)', 's_wait_alu 0xf9e'],
  [
    's_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 4), 0x0',
    's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x0',
  ],
])('%s is read like %s', (text, same) => {
  expect(decode(text).words).toEqual(decode(same).words);
});

it('the deprecated s_waitcnt waits for all that its groups counted before GFX12', () => {
  expect(decode('s_waitcnt vmcnt(0)').wait).toEqual({ vm: 0, sample: 0, bvh: 0, vs: 0 });
  expect(decode('s_waitcnt lgkmcnt(1)').wait).toEqual({ lgkm: 1, km: 1 });
});

it('refuses expert scheduling by name', () => {
  expect(decode('s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 0x2').reason).toContain(
    'expert scheduling mode',
  );
  expect(decode('s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 0x0').kind).toBe('setreg');
});
