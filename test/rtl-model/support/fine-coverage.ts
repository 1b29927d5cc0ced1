import type { Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';

/** Returns the covered samples of each fine pixel in a rasteriser's quads, by "x,y". Throws if fragments overlap. */
export function getFineCoverage(
  { quads, quadCount }: Pick<Rasteriser, 'quads' | 'quadCount'>,
  samples: number,
): Map<string, number> {
  const result = new Map<string, number>();
  for (let offset = 0; offset < quadCount * QUAD_COLUMNS; offset += QUAD_COLUMNS) {
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [width, height] = [1 << (rate & 3), 1 << (rate >> 2)];
    for (let fragment = 0; fragment < 4; fragment++) {
      const masks = quads[offset + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
      const mask = (masks >>> ((fragment & 1) * 16)) & 0xffff;
      for (let pixel = 0; pixel < width * height; pixel++) {
        const covered = (mask >>> (pixel * samples)) & (2 ** samples - 1);
        const x = quads[offset + QUAD_COLUMN.X] + (fragment & 1) * width + (pixel % width);
        const y = quads[offset + QUAD_COLUMN.Y] + (fragment >> 1) * height + Math.floor(pixel / width);
        const key = `${x},${y}`;
        if (covered === 0) continue;
        if (result.has(key)) throw new Error(`two fragments cover pixel ${key}`);
        result.set(key, covered);
      }
    }
  }
  return result;
}
