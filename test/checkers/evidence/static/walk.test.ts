import { decodeProgram } from '../../../../arch/index.js';
import { examine } from '../../../../checkers/evidence/static/examine.js';
import {
  assemble,
  COLLISION_REGISTER,
  changeSection,
  findBrokenRules,
  getFinding,
  getReport,
  SECTION,
} from './support/section-text.js';

const MESSAGE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
const END = 's_endpgm';
const BODY = 'v_add_f32_e32 v1, 1.0, v1';

test('the walk follows both directions of a branch on an unknown value', () => {
  const text = changeSection('gfx10.3', MESSAGE, 's_cbranch_vccz end', MESSAGE, 'end:');
  expect(findBrokenRules(text, 'gfx10.3')).toEqual(['HANG-03', 'PROTO-01']);
});

test('the walk follows both directions of a branch on a hardware register, except on the packer that the wave itself has set', () => {
  const messageUnlessZero = (field: string): string[] => [
    `s_getreg_b32 s20, hwreg(${field})`,
    's_cmp_eq_u32 s20, 0',
    's_cbranch_scc1 end',
    MESSAGE,
    'end:',
  ];
  const missingExit = ['HANG-03', 'PROTO-01'];
  expect(
    findBrokenRules(changeSection('gfx9', MESSAGE, ...messageUnlessZero('HW_REG_HW_ID')), 'gfx9'),
  ).toEqual(missingExit);
  expect(
    findBrokenRules(changeSection('gfx9', MESSAGE, ...messageUnlessZero('HW_REG_MODE, 0, 4')), 'gfx9'),
  ).toEqual(missingExit);
  expect(
    findBrokenRules(changeSection('gfx9', MESSAGE, ...messageUnlessZero('HW_REG_MODE, 24, 2')), 'gfx9'),
  ).toEqual([]);
  expect(
    findBrokenRules(
      changeSection('gfx10.3', MESSAGE, ...messageUnlessZero('HW_REG_POPS_PACKER, 0, 1')),
      'gfx10.3',
    ),
  ).toEqual([]);
});

test('the walk follows only one direction of a branch that retests a condition', () => {
  const repeatedTest = ['s_cmp_eq_u32 s20, 0', 's_cbranch_scc1 skip', MESSAGE, 'skip:'];
  const text = changeSection('gfx10.3', MESSAGE, ...repeatedTest, 's_cbranch_scc0 end', MESSAGE, 'end:');
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});

test('the walk terminates on loops with unknown bounds that access memory in every iteration', () => {
  const text = changeSection(
    'gfx10.3',
    BODY,
    's_mov_b32 s20, 0',
    'again:',
    BODY,
    'buffer_store_dword v2, v0, s[0:3], 0 offen',
    's_add_u32 s20, s20, 1',
    's_cmp_lt_u32 s20, s21',
    's_cbranch_scc1 again',
  );
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
  expect(getReport(text, 'gfx10.3').incomplete).toBe(false);
});

test('the walk terminates if a loop may skip any of its stores and never waits', () => {
  const stores = Array.from({ length: 6 }, (_, index) => [
    `s_cbranch_vccz skip${index}`,
    `buffer_store_dword v2, v0, s[0:3], 0 offen offset:${4 * index}`,
    `skip${index}:`,
  ]);
  const text = changeSection('gfx10.3', BODY, BODY, 'again:', ...stores.flat(), 's_cbranch_execnz again');
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
  expect(getReport(text, 'gfx10.3').incomplete).toBe(false);
});

test('the walk finds errors that occur only in later iterations of a loop', () => {
  const text = changeSection('gfx10.3', MESSAGE, 'again:', MESSAGE, 's_cbranch_vccnz again');
  expect(getFinding('PROTO-01', text, 'gfx10.3').observed).toContain('issues a second exit');
});

test('the walk finds an entry after the exit', () => {
  const secondEntry = changeSection('gfx10.3', END, 's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5', END);
  expect(getFinding('PROTO-01', secondEntry, 'gfx10.3').observed).toContain('sets its packer');
  const waits = changeSection('gfx11', END, 's_wait_event 0x0', END);
  expect(findBrokenRules(waits, 'gfx11')).toEqual(['PROTO-01']);
});

test('the walk finds a message that has been moved above the wait (F97)', () => {
  const set = 's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5';
  const text = changeSection('gfx10.3', set, set, MESSAGE).filter((line, index, all) => {
    return line !== MESSAGE || all.indexOf(line) === index;
  });
  expect(findBrokenRules(text, 'gfx10.3')).toContain('PROTO-01');
});

test('the walk finds a discard path without a message (F71), with the shortest witness', () => {
  const text = [
    's_bfe_u32 s5, s4, 0x2001c',
    's_lshl1_add_u32 s5, s5, 1',
    's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5',
    's_cbranch_execz out',
    ...SECTION['gfx10.3'],
    'out:',
    END,
  ];
  const finding = getFinding('HANG-03', text, 'gfx10.3');
  expect(finding.steps.slice(1).map((step) => step.replace(/^pc 0x\w+: /, ''))).toEqual([
    's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5',
    's_cbranch_execz 27, taken',
    's_endpgm',
  ]);
});

test('the walk stops at words that cannot be decoded, and reports them', () => {
  const words = [
    ...assemble([...SECTION['gfx10.3'].slice(0, 2), 'body:'], 'gfx10.3'),
    0xffff_ffff,
    0xbf81_0000,
  ];
  const report = examine(decodeProgram(words, 'gfx10.3', 64), COLLISION_REGISTER);
  expect([...report.unsupported].map(({ pc }) => pc)).toEqual([8]);
});

test.each([
  ['a forward s_branch', 0xbf82_0010],
  ['a backward s_branch', 0xbf82_fff0],
  ['a forward s_cbranch_scc0', 0xbf84_0010],
  ['a backward s_cbranch_scc0', 0xbf84_fff0],
])('the walk stops at %s that leaves the program, and reports it', (_name, branch) => {
  const words = [0xbf80_0000, branch, 0xbf81_0000];
  const report = examine(decodeProgram(words, 'gfx10.3', 64), COLLISION_REGISTER);
  expect([...report.unsupported].map(({ reason }) => reason)).toEqual([
    expect.stringContaining('branch outside the program'),
  ]);
});

test('the walk follows a jump from the main part into the epilog', () => {
  const main = assemble(['s_wait_event 0x0', 's_setpc_b64 s[2:3]'], 'gfx11');
  const checkEpilog = (epilog: readonly string[]) => {
    const code = { words: assemble(epilog, 'gfx11'), address: 0x8000_0001_0000 };
    return [...examine(decodeProgram(main, 'gfx11', 64, code), undefined).findings.keys()];
  };
  expect(checkEpilog([END])).toEqual(['HANG-04']);
  expect(checkEpilog(['exp mrt0 off, off, off, off done', END])).toEqual([]);
});

test('the walk does not check a poll whose outcome depends on an unknown value', () => {
  const text = changeSection('gfx10.3', 's_cmp_lt_u32 s6, s8', 's_cmp_lt_u32 s20, s8');
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});

test('the walk does not check a packer value of unknown origin', () => {
  const text = changeSection('gfx10.3', 's_lshl1_add_u32 s5, s5, 1', 's_lshl1_add_u32 s5, s20, 1');
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});

test('without a collision argument, the walk checks everything except ids', () => {
  const words = assemble(changeSection('gfx10.3', MESSAGE), 'gfx10.3');
  const { findings } = examine(decodeProgram(words, 'gfx10.3', 64), undefined);
  expect([...findings.keys()].sort()).toEqual(['HANG-03', 'PROTO-01']);
});

test('the walk treats vector results as unknown even for known scalars, since float results depend on MODE', () => {
  const knownComparison = ['s_mov_b64 exec, -1', 's_mov_b32 s20, 1.0', 'v_cmp_lt_f32_e64 vcc, s20, 2.0'];
  const text = changeSection('gfx10.3', BODY, ...knownComparison, 'v_cvt_f32_u32_e32 v9, s20', BODY);
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});
