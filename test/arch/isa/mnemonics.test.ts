import { describe, expect, it } from 'vitest';
import { GENERATIONS, getMnemonic } from '../../../arch/index.js';

const getNames = (name: string): string[] => GENERATIONS.map((gfx) => getMnemonic(name, gfx));

describe('the name of an instruction in a generation', () => {
  it('is found by its name in any other generation', () => {
    const loads = ['gfx9', 'gfx11'] as const;
    expect(loads.map((gfx) => getMnemonic('buffer_load_dword', gfx))).toEqual([
      'buffer_load_dword',
      'buffer_load_b32',
    ]);
    expect(getNames('buffer_load_b32')).toEqual(getNames('buffer_load_dword'));
  });

  it('keeps the encoding suffix', () => {
    expect(getMnemonic('v_add_u32_e32', 'gfx10')).toBe('v_add_nc_u32_e32');
  });

  it('is found even if the format differs between generations', () => {
    expect([getMnemonic('v_cvt_pkrtz_f16_f32', 'gfx9'), getMnemonic('v_cvt_pkrtz_f16_f32', 'gfx11')]).toEqual(
      ['v_cvt_pkrtz_f16_f32', 'v_cvt_pk_rtz_f16_f32'],
    );
  });

  it('is not found if the generation does not have the instruction, or none does', () => {
    expect(() => getMnemonic('buffer_gl1_inv', 'gfx9')).toThrow('gfx9 has no instruction buffer_gl1_inv');
    expect(() => getMnemonic('s_nonsense', 'gfx10')).toThrow('gfx10 has no instruction s_nonsense');
  });
});
