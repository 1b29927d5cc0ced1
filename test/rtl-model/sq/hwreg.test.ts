import fc from 'fast-check';
import { factsOf, HWREG, type Instruction } from '../../../arch/index.js';
import { clearPacker, selectedPacker, writesPacker } from '../../../rtl-model/sq/hwreg.js';

/** The bits of MODE that select the packer on GFX9 (S-031). */
const MODE_PACKER = [24, 25];

const registers = fc
  .array(fc.integer(), { minLength: 32, maxLength: 32 })
  .map((words) => Int32Array.from(words));
const generations = fc.constantFrom('gfx9', 'gfx10', 'gfx10.3');

/** Creates a write to `size` bits of a hardware register, starting at bit `offset`. */
function makeWrite(id: number, offset: number, size: number): Instruction {
  return { hwreg: { id, offset, size } } as Instruction;
}

describe('the packer in hardware registers', () => {
  it('is written on GFX9 only by writes to MODE that include one of its bits', () => {
    for (let offset = 0; offset < 32; offset++) {
      for (let size = 1; offset + size <= 32; size++) {
        const includesPacker = MODE_PACKER.some((bit) => bit >= offset && bit < offset + size);
        const writes = writesPacker(factsOf('gfx9'), makeWrite(HWREG.MODE, offset, size));
        expect(writes, `${size} bits from bit ${offset}`).toBe(includesPacker);
        expect(writesPacker(factsOf('gfx9'), makeWrite(HWREG.POPS_PACKER, offset, size))).toBe(false);
      }
    }
  });

  it('has its own register on GFX10 and GFX10.3, which writes to MODE do not affect', () => {
    for (const gfx of ['gfx10', 'gfx10.3'] as const) {
      expect(writesPacker(factsOf(gfx), makeWrite(HWREG.MODE, 0, 32))).toBe(false);
      expect(writesPacker(factsOf(gfx), makeWrite(HWREG.POPS_PACKER, 0, 3))).toBe(true);
    }
  });

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
