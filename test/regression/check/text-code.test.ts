import { expect, test } from 'vitest';
import { textCode } from '../../../regression/check/text-code.js';

const STATE = { document: { chip: 'navi21' }, source: '--chip' };

const WORDS = [0xbf068004, 0xbf850001, 0xbf800000, 0xbf810000];

/** What llc-19 and llvm-objdump-19 print of one program. */
const COMPILED = `	.text
	.amdgcn_target "amdgcn-amd-amdpal--gfx1030"
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI0_0:
	.long	0x3f000000
	.text
	.globl	_amdgpu_ps_main                 ; -- Begin function _amdgpu_ps_main
	.p2align	8
	.type	_amdgpu_ps_main,@function
_amdgpu_ps_main:                        ; @_amdgpu_ps_main
; %bb.0:                                ; %entry
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 .LBB0_2
	s_nop 0
.LBB0_2:                                ; %body
	s_endpgm
.Lfunc_end0:
	.size	_amdgpu_ps_main, .Lfunc_end0-_amdgpu_ps_main
	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .registers: { 11274: 0 }
...
`;

const DUMPED = `
ps.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000000000 <_amdgpu_ps_main>:
	s_cmp_eq_u32 s4, 0                                         // 000000000000: BF068004
	s_cbranch_scc1 1                                           // 000000000004: BF850001 <_amdgpu_ps_main+0xc>
	s_nop 0                                                    // 000000000008: BF800000
	s_endpgm                                                   // 00000000000C: BF810000
	s_code_end                                                 // 000000000010: BF9F0000
`;

test.each([
  ['llc', COMPILED],
  ['llvm-objdump', DUMPED],
  ['people, as words with the padding of compilers', 'bf068004 bf850001 bf800000 bf810000 bf9f0000 bf9f0000'],
])('takes the program out of what %s prints', (_, text) => {
  expect(textCode(text, 'ps.s', STATE)[0]!.words).toEqual(WORDS);
});
