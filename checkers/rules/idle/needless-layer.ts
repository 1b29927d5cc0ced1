import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { pixelsOfQuad } from '../../evidence/facts/quad-pixels.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';

/**
 * A wave's first quad that starts a layer although it shares no pixel with another primitive's quad in the previous
 * layer; undefined if every layer is needed. Quad 0 starts the first one regardless of bit 0 (pops.md 5.2).
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

/** Whether a quad shares a pixel with another primitive's quad among those from `first` up to it. */
function sharesLayerPixel(ledgers: Ledgers, wave: WaveRecord, quad: number, first: number): boolean {
  const pixels = pixelsOfQuad(ledgers, wave, quad);
  for (let other = first; other < quad; other++) {
    if (wave.primitiveOf(other) === wave.primitiveOf(quad)) continue;
    for (const pixel of pixelsOfQuad(ledgers, wave, other)) if (pixels.has(pixel)) return true;
  }
  return false;
}
