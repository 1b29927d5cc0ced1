import { QUAD_COLUMN, QUAD_COLUMNS, type WaveFormed } from './transaction.js';

/** One fine pixel of a fragment that a lane of a wave covers with at least one sample. */
export interface CoveredPixel {
  readonly x: number;
  readonly y: number;
  readonly primitive: number;
  readonly lane: number;
}

/** Pixels of a formed wave in lane order; helper lanes are left out, and a coarse fragment gives all of its fine pixels. */
export function coveredPixels({ quads, quadCount }: Pick<WaveFormed, 'quads' | 'quadCount'>): CoveredPixel[] {
  const pixels: CoveredPixel[] = [];
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const at = (lane >> 2) * QUAD_COLUMNS;
    const fragment = lane & 3;
    const masks = quads[at + (fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23)];
    if (((masks >>> ((fragment & 1) * 16)) & 0xffff) === 0) continue;
    const rate = quads[at + QUAD_COLUMN.RATE];
    const [width, height] = [1 << (rate & 3), 1 << (rate >> 2)];
    for (let pixel = 0; pixel < width * height; pixel++) {
      pixels.push({
        x: quads[at + QUAD_COLUMN.X] + (fragment & 1) * width + (pixel % width),
        y: quads[at + QUAD_COLUMN.Y] + (fragment >> 1) * height + Math.floor(pixel / width),
        primitive: quads[at + QUAD_COLUMN.PRIMITIVE],
        lane,
      });
    }
  }
  return pixels;
}
