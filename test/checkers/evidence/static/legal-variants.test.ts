import { GENERATIONS } from '../../../../arch/index.js';
import type { ProgramLines } from './support/section-text.js';
import { changeSection, findBrokenRules, replaceLine, SECTION } from './support/section-text.js';

const GFX10: ProgramLines = SECTION['gfx10.3'];
const POLL = 's_add_i32 s8, src_pops_exiting_wave_id, s7';
const MESSAGE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
const EXPORT = 'exp null off, off, off, off done vm';
const NO_MESSAGE = replaceLine(GFX10, MESSAGE);

test.each(GENERATIONS)('the golden sequence for %s breaks no rules', (gfx) => {
  expect(findBrokenRules(SECTION[gfx], gfx)).toEqual([]);
});

const VARIANTS: readonly (readonly [name: string, text: ProgramLines])[] = [
  ['the comparison operands swapped', changeSection('gfx10.3', 's_cmp_lt_u32 s6, s8', 's_cmp_gt_u32 s8, s6')],
  [
    'the opposite comparison and the opposite branch',
    replaceLine(
      changeSection('gfx10.3', 's_cmp_lt_u32 s6, s8', 's_cmp_ge_u32 s6, s8'),
      's_cbranch_scc1 body',
      's_cbranch_scc0 body',
    ),
  ],
  [
    'the offset computed as -(current + 1)',
    changeSection(
      'gfx10.3',
      's_nand_b32 s7, s4, 0x3ff',
      's_and_b32 s7, s4, 0x3ff',
      's_add_u32 s7, s7, 1',
      's_sub_u32 s7, 0, s7',
    ),
  ],
  [
    'the ids rebased by subtraction',
    replaceLine(
      replaceLine(
        changeSection(
          'gfx10.3',
          's_nand_b32 s7, s4, 0x3ff',
          's_and_b32 s7, s4, 0x3ff',
          's_add_u32 s7, s7, 1',
        ),
        's_add_i32 s6, s6, s7',
        's_sub_i32 s6, s6, s7',
      ),
      POLL,
      's_sub_u32 s8, src_pops_exiting_wave_id, s7',
    ),
  ],
  [
    'the packer extracted with a mask and a shift',
    changeSection(
      'gfx10.3',
      's_bfe_u32 s5, s4, 0x2001c',
      's_and_b32 s5, s4, 0x30000000',
      's_lshr_b32 s5, s5, 28',
    ),
  ],
  [
    'the exiting id copied before it is rebased',
    changeSection('gfx10.3', POLL, 's_mov_b32 s8, src_pops_exiting_wave_id', 's_add_i32 s8, s7, s8'),
  ],
  [
    'the overlap test as a signed comparison',
    changeSection('gfx10.3', 's_bitcmp1_b32 s4, 31', 's_cmp_lt_i32 s4, 0'),
  ],
  [
    'the packer set before the overlap test (L04)',
    [
      's_bfe_u32 s5, s4, 0x2001c',
      's_lshl1_add_u32 s5, s5, 1',
      's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5',
      ...GFX10,
    ],
  ],
  [
    'two packer writes and two waits',
    changeSection(
      'gfx10.3',
      'body:',
      'body:',
      's_bitcmp1_b32 s4, 31',
      's_cbranch_scc0 body2',
      's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5',
      'loop2:',
      POLL,
      's_cmp_lt_u32 s6, s8',
      's_cbranch_scc1 body2',
      's_sleep 0xffff',
      's_branch loop2',
      'body2:',
    ),
  ],
  [
    'the packer write and the wait in a three-iteration loop (S-052, S-053)',
    [
      's_mov_b32 s11, 0',
      'entry:',
      ...changeSection(
        'gfx10.3',
        'body:',
        'body:',
        's_add_i32 s11, s11, 1',
        's_cmp_lt_u32 s11, 3',
        's_cbranch_scc1 entry',
      ),
    ],
  ],
  [
    'the packer written again in every iteration of the wait loop (S-052)',
    changeSection('gfx10.3', 'loop:', 'loop:', 's_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s5'),
  ],
  ['no sleep in the wait loop', replaceLine(GFX10, 's_sleep 0xffff')],
  ['the message after the export', replaceLine(NO_MESSAGE, EXPORT, EXPORT, MESSAGE)],
  ['a combined exit and program end', replaceLine(NO_MESSAGE, 's_endpgm', 's_endpgm_ordered_ps_done')],
  ['more waits than needed', replaceLine(GFX10, MESSAGE, 's_waitcnt vmcnt(0) lgkmcnt(0)', MESSAGE)],
  [
    'the message sent only if the packer was set',
    replaceLine(GFX10, MESSAGE, 's_bitcmp1_b32 s4, 31', 's_cbranch_scc0 end', MESSAGE, 'end:'),
  ],
];

test.each(VARIANTS)('a section with %s breaks no rules', (_name, text) => {
  expect(findBrokenRules(text, 'gfx10.3')).toEqual([]);
});

test('a GFX9 correction that adds the result of s_cselect breaks no rules', () => {
  const text = changeSection(
    'gfx9',
    's_addc_u32 s6, s6, 0',
    's_cselect_b32 s9, 1, 0',
    's_add_u32 s6, s6, s9',
  );
  expect(findBrokenRules(text, 'gfx9')).toEqual([]);
});

test('a read-modify-write of all of MODE that changes the packer bits breaks no rules', () => {
  const text = changeSection(
    'gfx9',
    's_setreg_b32 hwreg(HW_REG_MODE, 24, 2), s5',
    's_getreg_b32 s9, hwreg(HW_REG_MODE)',
    's_lshl_b32 s5, s5, 24',
    's_or_b32 s9, s9, s5',
    's_setreg_b32 hwreg(HW_REG_MODE), s9',
  );
  expect(findBrokenRules(text, 'gfx9')).toEqual([]);
});
