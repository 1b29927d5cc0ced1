import { describe, expect, test } from 'vitest';
import { assembleLines } from '../../../../arch/index.js';
import { hasTool } from '../../../support/external-tool.js';
import { assemble } from './llvm.js';

/** Handwritten assembly without suffixes, in which operands and modifiers determine the form. */
const TEXTS = [
  'v_add_f32 v0, v1, v2',
  'v_add_f32 v0, -v1, v2',
  'v_add_f32 v0, v1, v2 clamp',
  'v_add_f32 v0, v1, v2 mul:2',
  'v_add_f32 v0, v1, s2',
  'v_mul_f32 v0, |v1|, v2',
  'v_mul_f32 v0, -|v1|, v2',
  'v_cvt_f16_f32 v0, -v1',
  'v_cmp_lt_f32 vcc, v1, v2',
  'v_cmp_lt_f32 vcc, -v1, v2',
  'v_cmp_lt_f32 s[4:5], v1, v2',
  'v_cndmask_b32 v0, v1, v2, vcc',
  'v_cndmask_b32 v0, -v1, v2, vcc',
  'v_fma_f16 v0, v1, -v2, v3 op_sel:[1,0,0,1]',
  'v_add_f32 v0, -v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf',
];

describe.runIf(hasTool('llvm-mc-19', 'llvm-19'))(
  'assembling handwritten text with and without mnemonic suffixes',
  () => {
    test.each(['gfx900', 'gfx10', 'gfx10.3', 'gfx11'] as const)(
      'chooses the same forms as LLVM on %s',
      (set) => {
        const expected = assemble(TEXTS, set, 64);
        for (const [i, text] of TEXTS.entries()) {
          expect(assembleLines(text, set, 64)[0]?.words, text).toEqual(expected[i]?.words);
        }
      },
    );

    test.each(['v_add_f32_e32 v0, -v1, v2', 'v_mul_f32_e32 v0, v1, v2 clamp'])(
      'rejects %s, whose suffix does not allow its operands',
      (text) => {
        expect(assemble([text], 'gfx10.3', 64)).toEqual([undefined]);
        expect(() => assembleLines(text, 'gfx10.3', 64)).toThrow('a form that supports');
      },
    );
  },
);
