import { expect, it } from 'vitest';
import { alphaMask } from '../../../rtl-model/rb/alpha-to-mask.js';

/** What drivers write: on, with an offset for each pixel of a quad, rounded. */
const ON = 0x18701;

it('keeps all samples for alpha 1, none for 0, and never fewer for more alpha', () => {
  for (let pixel = 0; pixel < 4; pixel++) {
    expect(alphaMask(ON, 0, 8, pixel)).toBe(0);
    expect(alphaMask(ON, 1, 8, pixel)).toBe(0xff);
    let last = 0;
    for (let alpha = 0; alpha <= 1; alpha += 1 / 64) {
      const mask = alphaMask(ON, alpha, 8, pixel);
      expect(mask & last).toBe(last);
      last = mask;
    }
  }
});

it('keeps every sample where the register leaves it off', () => {
  expect(alphaMask(0x18700, 0, 4, 0)).toBe(-1);
});
