import fc from 'fast-check';
import { factsOf, HWREG } from '../../../arch/index.js';
import { clearPacker, selectedPacker } from '../../../rtl-model/sq/hwreg.js';

/** The bits of MODE that select the packer on GFX9 (S-031). */
const MODE_PACKER = [24, 25];

const registers = fc
  .array(fc.integer(), { minLength: 32, maxLength: 32 })
  .map((words) => Int32Array.from(words));
const generations = fc.constantFrom('gfx9', 'gfx10', 'gfx10.3');

describe('the packer in hardware registers', () => {
  it('is deselected when cleared, with no other change', () => {
    fc.assert(
      fc.property(generations, registers, (gfx, before) => {
        const hw = before.slice();
        clearPacker(factsOf(gfx), hw);
        expect(selectedPacker(factsOf(gfx), hw)).toBe(-1);
        const expected = before.slice();
        if (gfx === 'gfx9') for (const bit of MODE_PACKER) expected[HWREG.MODE] &= ~(1 << bit);
        else expected[HWREG.POPS_PACKER] &= ~7;
        expect(hw).toEqual(expected);
      }),
    );
  });
});
