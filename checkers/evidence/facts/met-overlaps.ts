import { factsOf, greatestOf, registerField } from '../../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import type { Ledgers } from './ledgers.js';

/**
 * Returns a function that finds the youngest older wave that shares an overlap unit with a wave. A shared
 * pixel is enough if the registers order pixels for a sample interlock, which is legal (S-117).
 */
export function sharerFinder(ledgers: Ledgers): (wave: WaveRecord) => WaveRecord | undefined {
  const draws = ledgers.draws.filter(({ interlocked }) => interlocked);
  const maxSamples = greatestOf(
    draws.map(({ draw }) => draw.samples),
    1,
  );
  // A draw that orders pixels overlaps any wave in the same pixel, even a wave of a draw that orders samples.
  const distinguishesSamples = draws.every(
    (draw) => draw.perSample && tracksItsSamples(ledgers, draw, maxSamples),
  );
  return (wave) => (distinguishesSamples ? wave.youngestHolder : wave.youngestSharer);
}

/**
 * Returns whether a draw's registers distinguish what its interlock orders: its own samples, and those of
 * draws with more samples, whose extra mask bits would otherwise alias its own (S-127).
 */
function tracksItsSamples({ gfx }: Ledgers, { draw }: DrawFacts, maxSamples: number): boolean {
  const rate = registerField(gfx, draw.registers, factsOf(gfx).overlapRateField);
  return rate !== undefined && 1 << rate >= maxSamples;
}

/**
 * Returns whether the wave could have overlapped its youngest sharer, and thus any sharer. Waves leave the
 * table in formation order, so checking the youngest one is enough. Quads are looked up one by one once the
 * packer's previous wave has been formed.
 */
export function mayHaveOverlapped(wave: WaveRecord, sharer: WaveRecord | undefined): boolean {
  if (sharer === undefined) return false;
  const firstLookup = wave.olderInPacker?.formedCycle ?? 0;
  return sharer.retiredCycle === NEVER || sharer.retiredCycle >= firstLookup;
}
