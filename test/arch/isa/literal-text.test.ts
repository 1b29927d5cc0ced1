import { assembleProgram, type Gfx } from '../../../arch/index.js';

const assembleWords = (source: string, gfx: Gfx) =>
  [...assembleProgram(source, gfx)].map((word) => word >>> 0);

// The expected words come from LLVM's assembler.
describe('an operand that is always a literal', () => {
  test('can have the value of an inline constant', () => {
    expect(assembleWords('v_madmk_f32 v3, v0, 0x40000000, v2', 'gfx9')).toEqual([0x2e060500, 0x40000000]);
    expect(assembleWords('v_madmk_f32 v3, v0, 2.0, v2', 'gfx9')).toEqual([0x2e060500, 0x40000000]);
    expect(assembleWords('v_madak_f32 v3, v0, v1, 0x0', 'gfx9')).toEqual([0x30060300, 0]);
    expect(assembleWords('v_fmaak_f32 v3, v0, v1, 0x3f800000', 'gfx11')).toEqual([0x5a060300, 0x3f800000]);
  });

  test('is 16 bits wide for a 16-bit operation', () => {
    expect(assembleWords('v_madak_f16 v3, v0, v1, 0x3800', 'gfx9')).toEqual([0x4a060300, 0x3800]);
    expect(assembleWords('v_madak_f16 v3, v0, v1, 0.5', 'gfx9')).toEqual([0x4a060300, 0x3800]);
  });
});
