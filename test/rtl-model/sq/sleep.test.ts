import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sleepCycles } from '../../../rtl-model/sq/sleep.js';

const immediates = fc.integer({ min: 0, max: 0xffff });
const BIT_15 = 0x8000;

it('a sleep lasts as many units as bits [6:0] say, and is endless by bit 15 alone, where that is so (U10)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('gfx9', 'gfx10', 'gfx10.3', 'gfx11'),
      immediates,
      fc.boolean(),
      (gfx, immediate, endless) => {
        const unit = sleepCycles(gfx, 1, endless);
        expect(unit).toBeGreaterThan(0);
        const isEndless = endless && gfx !== 'gfx9' && (immediate & BIT_15) !== 0;
        expect(sleepCycles(gfx, immediate, endless)).toBe(isEndless ? 0 : (immediate % 128) * unit);
      },
    ),
    { numRuns: 300 },
  );
});
