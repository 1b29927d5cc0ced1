import type { WaveRecord } from '../ledger/wave-record.js';
import type { Ledgers } from './ledgers.js';

const QUAD_LANES = 4;

/** Screen pixel numbers covered by a wave's quad. */
export function pixelsOfQuad({ grid }: Ledgers, { held }: WaveRecord, quad: number): ReadonlySet<number> {
  const pixels = new Set<number>();
  const end = held.unitStarts[(quad + 1) * QUAD_LANES];
  for (let place = held.unitStarts[quad * QUAD_LANES]; place < end; place++)
    pixels.add(grid.pixelOf(held.units[place]));
  return pixels;
}
