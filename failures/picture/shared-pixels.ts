import type { WaveLifetime } from '../timeline/index.js';
import { type CoveredPixel, listCoveredPixels } from '../../transactions/index.js';

/** Returns the pixels that each wave covers, or none for a wave whose formation is unknown. */
export function findPixels(lifetimes: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): CoveredPixel[][] {
  return lifetimes.map(({ formed, samples }) =>
    formed === undefined ? [] : listCoveredPixels(formed, samples),
  );
}

/**
 * Returns the pixels that were already covered by another primitive, or by the same one in another wave. They are in
 * wave and lane order.
 */
export function findRepeatedPixels(covered: readonly (readonly CoveredPixel[])[]): CoveredPixel[] {
  const coverage = new Map<string, Set<string>>();
  return covered.flatMap((pixels, wave) =>
    pixels.filter(({ x, y, primitive }) => {
      const primitives = coverage.get(`${x},${y}`) ?? new Set();
      const isRepeated = primitives.size > 0 && !primitives.has(`${wave},${primitive}`);
      coverage.set(`${x},${y}`, primitives.add(`${wave},${primitive}`));
      return isRepeated;
    }),
  );
}

/** Returns whether two waves have a pixel in common. */
export function haveCommonPixel([a, b]: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): boolean {
  const [pixelsA, pixelsB] = findPixels([a, b]);
  return pixelsB.some(({ x, y }) => pixelsA.some((pixel) => pixel.x === x && pixel.y === y));
}
