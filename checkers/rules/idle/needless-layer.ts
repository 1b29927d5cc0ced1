import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { pixelsOfQuad } from '../../evidence/facts/quad-pixels.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';

/**
 * The first quad of a wave that begins a layer although it shares no pixel with a quad of another primitive in the layer
 * before; undefined where every layer is called for. Quad 0 begins the first one whatever bit 0 says (pops.md 5.2).
 */
export function needlessLayer(ledgers: Ledgers, wave: WaveRecord): number | undefined {
  let first = 0;
  for (let quad = 1; quad < wave.quadCount; quad++) {
    if (((wave.intrawaveMask >>> quad) & 1) === 0) continue;
    if (!meetsLayer(ledgers, wave, quad, first)) return quad;
    first = quad;
  }
  return undefined;
}

/** Whether a quad shares a pixel with one of another primitive among those from `first` on. */
function meetsLayer(ledgers: Ledgers, wave: WaveRecord, quad: number, first: number): boolean {
  const own = pixelsOfQuad(ledgers, wave, quad);
  for (let other = first; other < quad; other++) {
    if (wave.primitiveOf(other) === wave.primitiveOf(quad)) continue;
    for (const pixel of pixelsOfQuad(ledgers, wave, other)) if (own.has(pixel)) return true;
  }
  return false;
}
