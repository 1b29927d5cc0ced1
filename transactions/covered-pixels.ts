import { QUAD_COLUMN, QUAD_COLUMNS, type WaveFormed } from './kinds/formation.js';

/** A pixel in which a lane of a wave covers at least one sample. */
export interface CoveredPixel {
  readonly x: number;
  readonly y: number;
  readonly primitive: number;
  readonly lane: number;
}

/** Bits per fragment in a mask column. */
const MASK_BITS = 16;

/**
 * Lists the pixels that a formed wave covers, in lane order and without helper lanes. A coarse fragment
 * yields each of its fine pixels. `samples` is the sample count of the draw, which determines the mask layout
 * of coarse fragments.
 */
export function listCoveredPixels(
  { quads, quadCount }: Pick<WaveFormed, 'quads' | 'quadCount'>,
  samples: number,
): CoveredPixel[] {
  const pixels: CoveredPixel[] = [];
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const row = (lane >> 2) * QUAD_COLUMNS;
    const fragment = lane & 3;
    const column = fragment < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23;
    const mask = (quads[row + column] >>> ((fragment & 1) * MASK_BITS)) & 0xffff;
    const rate = quads[row + QUAD_COLUMN.RATE];
    const [log2Width, log2Height] = [rate & 3, rate >> 2];
    const left = quads[row + QUAD_COLUMN.X] + ((fragment & 1) << log2Width);
    const top = quads[row + QUAD_COLUMN.Y] + ((fragment >> 1) << log2Height);
    const fineMask = rate === 0 ? 0xffff : 2 ** samples - 1;
    for (let pixel = 0; pixel < 1 << (log2Width + log2Height); pixel++) {
      if (((mask >>> (pixel * samples)) & fineMask) === 0) continue;
      pixels.push({
        x: left + (pixel & ((1 << log2Width) - 1)),
        y: top + (pixel >> log2Width),
        primitive: quads[row + QUAD_COLUMN.PRIMITIVE],
        lane,
      });
    }
  }
  return pixels;
}
