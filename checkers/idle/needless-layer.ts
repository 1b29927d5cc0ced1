import type { Ledgers } from '../facts/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';

const QUAD_LANES = 4;

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
  const own = pixelsOf(ledgers, wave, quad);
  for (let other = first; other < quad; other++) {
    if (wave.primitiveOf(other) === wave.primitiveOf(quad)) continue;
    for (const pixel of pixelsOf(ledgers, wave, other)) if (own.has(pixel)) return true;
  }
  return false;
}

function pixelsOf({ grid }: Ledgers, { held }: WaveRecord, quad: number): ReadonlySet<number> {
  const pixels = new Set<number>();
  const end = held.unitStarts[(quad + 1) * QUAD_LANES];
  for (let place = held.unitStarts[quad * QUAD_LANES]; place < end; place++)
    pixels.add(grid.pixelOf(held.units[place]));
  return pixels;
}
