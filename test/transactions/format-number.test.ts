import { formatNumber } from '../../transactions/index.js';

it("formatNumber formats numbers like the engine's own English formatter", () => {
  for (const number of [
    0,
    7,
    999,
    1000,
    65_535,
    1_234_567,
    -12,
    -999,
    -1000,
    -123_456,
    0.5,
    1234.25,
    Infinity,
  ])
    expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
});
