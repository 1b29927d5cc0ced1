import { SAMPLE_POSITIONS } from '../../arch/index.js';
import { computeExactMask } from '../rtl-model/support/exact-coverage.js';

/** Returns a square 1/128 of a pixel wide, centred on a point in units of 1/256 of a pixel. */
const makeSquare = (x: number, y: number) =>
  [
    [x - 1, y - 1],
    [x + 1, y - 1],
    [x + 1, y + 1],
    [x - 1, y + 1],
  ] as const;

it.each(Object.entries(SAMPLE_POSITIONS))(
  "SAMPLE_POSITIONS agrees with the oracle's separate table on the positions of %s samples",
  (samples, positions) => {
    const masks = positions.map(([x, y]) =>
      computeExactMask(makeSquare((x + 16) * 16, (y + 16) * 16), 1, 1, Number(samples)),
    );
    expect(masks).toEqual(positions.map((_, sample) => 2 ** sample));
  },
);

it.each(Object.entries(SAMPLE_POSITIONS))(
  'SAMPLE_POSITIONS puts each of %s samples in a different row and column',
  (samples, positions) => {
    for (const axis of [0, 1])
      expect(new Set(positions.map((position) => position[axis])).size).toBe(Number(samples));
  },
);
