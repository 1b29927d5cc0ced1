import type { WaveRecord } from '../ledger/wave-record.js';
import type { Ledgers } from './ledgers.js';

const QUAD_LANES = 4;

/** Returns the indices of the screen pixels covered by a quad of a wave. */
export function getQuadPixels({ grid }: Ledgers, { held }: WaveRecord, quad: number): ReadonlySet<number> {
  const pixels = new Set<number>();
  const end = held.unitStarts[(quad + 1) * QUAD_LANES];
  for (let i = held.unitStarts[quad * QUAD_LANES]; i < end; i++) pixels.add(grid.getPixel(held.units[i]));
  return pixels;
}
