import { getQuadPixels } from '../../evidence/facts/quad-pixels.js';
import type { Ledgers, WaveRecord } from '../../kit.js';

/**
 * Returns the first quad of a wave that starts a layer even though it shares no pixel with another primitive's
 * quad in the previous layer, or undefined if all layers are needed. Quad 0 starts the first layer regardless of
 * bit 0 (pops.md 5.2).
 */
export function findNeedlessLayer(ledgers: Ledgers, wave: WaveRecord): number | undefined {
  let layerStart = 0;
  for (let quad = 1; quad < wave.quadCount; quad++) {
    if (((wave.intrawaveMask >>> quad) & 1) === 0) continue;
    if (!sharesLayerPixel(ledgers, wave, quad, layerStart)) return quad;
    layerStart = quad;
  }
  return undefined;
}

/** Whether a quad shares a pixel with any quad of another primitive in the range [first, quad). */
function sharesLayerPixel(ledgers: Ledgers, wave: WaveRecord, quad: number, first: number): boolean {
  const pixels = getQuadPixels(ledgers, wave, quad);
  for (let earlier = first; earlier < quad; earlier++) {
    if (wave.getPrimitive(earlier) === wave.getPrimitive(quad)) continue;
    for (const pixel of getQuadPixels(ledgers, wave, earlier)) if (pixels.has(pixel)) return true;
  }
  return false;
}
