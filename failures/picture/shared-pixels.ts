import type { WaveLifetime } from '../../timeline/index.js';
import { type CoveredPixel, listCoveredPixels } from '../../transactions/index.js';

/** Returns the pixels that each wave covers, or none for a wave whose formation is unknown. */
export function findPixels(lifetimes: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): CoveredPixel[][] {
  return lifetimes.map(({ formed, samples }) =>
    formed === undefined ? [] : listCoveredPixels(formed, samples),
  );
}

/**
 * Returns the pixels, in wave and lane order, that are already covered by another primitive, or by the same one in
 * another wave.
 */
export function findRepeatedPixels(covered: readonly (readonly CoveredPixel[])[]): CoveredPixel[] {
  const holders = new Map<string, Set<string>>();
  return covered.flatMap((pixels, wave) =>
    pixels.filter(({ x, y, primitive }) => {
      const sharers = holders.get(`${x},${y}`) ?? new Set();
      const isRepeated = sharers.size > 0 && !sharers.has(`${wave},${primitive}`);
      holders.set(`${x},${y}`, sharers.add(`${wave},${primitive}`));
      return isRepeated;
    }),
  );
}

/** Returns whether two waves have a pixel in common. */
export function haveCommonPixel([a, b]: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): boolean {
  const [pixelsOfA, pixelsOfB] = findPixels([a, b]);
  return pixelsOfB.some(({ x, y }) => pixelsOfA.some((pixel) => pixel.x === x && pixel.y === y));
}
