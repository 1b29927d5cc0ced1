import fc from 'fast-check';
import { getAlphaMask } from '../../../rtl-model/rb/output-merger.js';

it('keeps every sample when disabled', () => {
  expect(getAlphaMask(0x18700, 0, 4, 0)).toBe(-1);
});

it("decodes the rounding and each pixel's offset, in quarter samples", () => {
  const offsets = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 });
  const alphas = fc.integer({ min: -16, max: 80 }).map((sixtyFourths) => sixtyFourths / 64);
  fc.assert(
    fc.property(
      offsets,
      fc.boolean(),
      alphas,
      fc.constantFrom(1, 2, 4, 8),
      fc.nat(3),
      (offsetSteps, isRounded, alpha, samples, pixel) => {
        const fields = offsetSteps.reduce((word, offset, index) => word | (offset << (8 + 2 * index)), 0);
        const mask = getAlphaMask(1 | fields | (isRounded ? 1 << 16 : 0), alpha, samples, pixel);
        const quarters = offsetSteps[pixel] + (isRounded ? 0.5 : 0);
        const keptCount = Math.floor(Math.max(0, Math.min(1, alpha)) * samples + quarters / 4);
        expect(mask).toBe(2 ** Math.min(keptCount, samples) - 1);
      },
    ),
    { numRuns: 300 },
  );
});
