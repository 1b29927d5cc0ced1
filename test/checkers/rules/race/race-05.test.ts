import { changeSection, findBrokenRules, getFinding } from '../../evidence/static/support/section-text.js';

const WRITE = 's_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s5';
const READ = 's_getreg_b32 s9, hwreg(HW_REG_MODE, 0, 4)';

test('fires when MODE is read before an earlier write has settled', () => {
  const finding = getFinding('RACE-05', changeSection('gfx9', WRITE, WRITE, 's_nop 0', READ), 'gfx9');
  expect(finding.observed).toContain('after 1 wait state, 1 too few');
});

test('fires when MODE is written again immediately', () => {
  const secondWrite = 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x0';
  expect(findBrokenRules(changeSection('gfx9', WRITE, WRITE, secondWrite), 'gfx9')).toEqual(['RACE-05']);
});

test('fires when two writes to MODE are separated only by a write to another register (one wait state)', () => {
  const other = 's_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 0x0';
  const secondWrite = 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x0';
  const finding = getFinding('RACE-05', changeSection('gfx9', WRITE, WRITE, other, secondWrite), 'gfx9');
  expect(finding.observed).toContain('after 1 wait state, 1 too few');
  expect(findBrokenRules(changeSection('gfx9', WRITE, WRITE, other, 's_nop 0', secondWrite), 'gfx9')).toEqual(
    [],
  );
});

test('does not fire after two wait states, on other registers, or when the hardware interlocks the accesses', () => {
  expect(findBrokenRules(changeSection('gfx9', WRITE, WRITE, 's_nop 1', READ), 'gfx9')).toEqual([]);
  expect(
    findBrokenRules(
      changeSection('gfx9', WRITE, WRITE, 's_mov_b32 s10, 0', 's_mov_b32 s11, 0', READ),
      'gfx9',
    ),
  ).toEqual([]);
  expect(
    findBrokenRules(
      changeSection('gfx9', WRITE, WRITE, 's_getreg_b32 s9, hwreg(HW_REG_HW_ID, 0, 4)'),
      'gfx9',
    ),
  ).toEqual([]);
  const packer = 's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5';
  const packerRead = 's_getreg_b32 s9, hwreg(HW_REG_POPS_PACKER, 0, 3)';
  expect(findBrokenRules(changeSection('gfx10.3', packer, packer, packerRead), 'gfx10.3')).toEqual([]);
});
