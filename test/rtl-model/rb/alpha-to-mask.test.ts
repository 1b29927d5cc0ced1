import fc from 'fast-check';
import { getAlphaMask } from '../../../rtl-model/rb/output-merger.js';

/** The value that drivers write: enabled, with rounding and an offset for each pixel of a quad. */
const ENABLED = 0x18701;

it('keeps all samples for alpha 1, none for alpha 0, and never fewer for a larger alpha', () => {
  for (let pixel = 0; pixel < 4; pixel++) {
    expect(getAlphaMask(ENABLED, 0, 8, pixel)).toBe(0);
    for (const alpha of [1, 1.5, 2, Number.POSITIVE_INFINITY])
      expect(getAlphaMask(ENABLED, alpha, 8, pixel)).toBe(0xff);
    expect(getAlphaMask(ENABLED, -1, 8, pixel)).toBe(0);
    let previous = 0;
    for (let alpha = 0; alpha <= 1; alpha += 1 / 64) {
      const mask = getAlphaMask(ENABLED, alpha, 8, pixel);
      expect(mask & previous).toBe(previous);
      previous = mask;
    }
  }
});

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
