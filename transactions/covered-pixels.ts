import { QUAD_COLUMNS, type WaveFormed } from './transaction.js';

/** One pixel that a lane of a wave covers with at least one sample. */
export interface CoveredPixel {
  readonly x: number;
  readonly y: number;
  readonly primitive: number;
  readonly lane: number;
}

/** Pixels of a formed wave in lane order; helper lanes are left out. */
export function coveredPixels({ quads, quadCount }: Pick<WaveFormed, 'quads' | 'quadCount'>): CoveredPixel[] {
  const pixels: CoveredPixel[] = [];
  for (let lane = 0; lane < quadCount * 4; lane++) {
    const at = (lane >> 2) * QUAD_COLUMNS;
    const pixel = lane & 3;
    const mask = (quads[at + 3 + (pixel >> 1)] >>> ((pixel & 1) * 16)) & 0xffff;
    if (mask === 0) continue;
    pixels.push({
      x: quads[at] + (pixel & 1),
      y: quads[at + 1] + (pixel >> 1),
      primitive: quads[at + 2],
      lane,
    });
  }
  return pixels;
}
