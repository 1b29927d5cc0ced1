import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { pixelsOfQuad } from '../../evidence/facts/quad-pixels.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';

/**
 * Returns the first quad of a wave that starts a layer although it shares no pixel with another primitive's
 * quad in the previous layer, or undefined if every layer is needed. Quad 0 starts the first layer whatever
 * bit 0 is (pops.md 5.2).
 */
export function needlessLayer(ledgers: Ledgers, wave: WaveRecord): number | undefined {
  let first = 0;
  for (let quad = 1; quad < wave.quadCount; quad++) {
    if (((wave.intrawaveMask >>> quad) & 1) === 0) continue;
    if (!sharesLayerPixel(ledgers, wave, quad, first)) return quad;
    first = quad;
  }
  return undefined;
}

/**
 * Returns whether a quad shares a pixel with a quad of another primitive among those from `first` up to it.
 */
function sharesLayerPixel(ledgers: Ledgers, wave: WaveRecord, quad: number, first: number): boolean {
  const pixels = pixelsOfQuad(ledgers, wave, quad);
  for (let other = first; other < quad; other++) {
    if (wave.primitiveOf(other) === wave.primitiveOf(quad)) continue;
    for (const pixel of pixelsOfQuad(ledgers, wave, other)) if (pixels.has(pixel)) return true;
  }
  return false;
}
