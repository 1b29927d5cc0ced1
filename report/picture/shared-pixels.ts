import { type CoveredPixel, coveredPixels } from '../../transactions/index.js';
import type { WaveLife } from './wave-life.js';

/** Pixels that each wave covers; none for a wave whose formation is not known. */
export function pixelsOf(lives: readonly Pick<WaveLife, 'formed'>[]): CoveredPixel[][] {
  return lives.map(({ formed }) => (formed === undefined ? [] : coveredPixels(formed)));
}

/** Pixels in the order of waves and lanes that some quad before covers already. */
export function coveredAgain(covered: readonly (readonly CoveredPixel[])[]): CoveredPixel[] {
  const seen = new Set<string>();
  return covered.flat().filter(({ x, y }) => {
    const name = `${x},${y}`;
    const again = seen.has(name);
    seen.add(name);
    return again;
  });
}

/** Whether two waves cover a common pixel. */
export function sharePixel([a, b]: readonly Pick<WaveLife, 'formed'>[]): boolean {
  const [one, other] = pixelsOf([a, b]);
  return other.some(({ x, y }) => one.some((pixel) => pixel.x === x && pixel.y === y));
}
