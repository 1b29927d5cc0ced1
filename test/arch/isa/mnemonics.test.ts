import { GENERATIONS, getMnemonic } from '../../../arch/index.js';

const getMnemonics = (name: string): string[] => GENERATIONS.map((gfx) => getMnemonic(name, gfx));

describe('getMnemonic', () => {
  it('finds an instruction by its name in any other generation', () => {
    const generations = ['gfx9', 'gfx11'] as const;
    expect(generations.map((gfx) => getMnemonic('buffer_load_dword', gfx))).toEqual([
      'buffer_load_dword',
      'buffer_load_b32',
    ]);
    expect(getMnemonics('buffer_load_b32')).toEqual(getMnemonics('buffer_load_dword'));
  });

  it('keeps the encoding suffix', () => {
    expect(getMnemonic('v_add_u32_e32', 'gfx10')).toBe('v_add_nc_u32_e32');
  });

  it('finds an instruction whose format differs between generations', () => {
    expect([getMnemonic('v_cvt_pkrtz_f16_f32', 'gfx9'), getMnemonic('v_cvt_pkrtz_f16_f32', 'gfx11')]).toEqual(
      ['v_cvt_pkrtz_f16_f32', 'v_cvt_pk_rtz_f16_f32'],
    );
  });

  it('throws if the given generation, or every generation, lacks the instruction', () => {
    expect(() => getMnemonic('buffer_gl1_inv', 'gfx9')).toThrow('gfx9 has no instruction buffer_gl1_inv');
    expect(() => getMnemonic('s_nonsense', 'gfx10')).toThrow('gfx10 has no instruction s_nonsense');
  });
});
