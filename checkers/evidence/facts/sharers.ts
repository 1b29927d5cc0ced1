import { factsOf, findMax, findRegisterField } from '../../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import type { Ledgers } from './ledgers.js';

/**
 * Creates a function that finds the youngest older wave that shares an overlap unit with a given wave. Sharing a pixel
 * is enough if a draw with a sample interlock has registers that order whole pixels, which is legal (S-117).
 */
export function createSharerFinder(ledgers: Ledgers): (wave: WaveRecord) => WaveRecord | undefined {
  const draws = ledgers.draws.filter(({ interlocked }) => interlocked);
  const maxSamples = findMax(
    draws.map(({ draw }) => draw.samples),
    1,
  );
  // A draw that orders pixels overlaps any wave on the same pixel, even one from a draw that orders samples.
  const distinguishesSamples = draws.every(
    (draw) => draw.perSample && distinguishesAllSamples(ledgers, draw, maxSamples),
  );
  return (wave) => (distinguishesSamples ? wave.youngestHolder : wave.youngestSharer);
}

/**
 * Whether a draw's registers distinguish everything that its interlock orders: the draw's own samples, and those of
 * draws with more samples, whose extra mask bits would otherwise alias its own (S-127).
 */
function distinguishesAllSamples({ gfx }: Ledgers, { draw }: DrawFacts, maxSamples: number): boolean {
  const rate = findRegisterField(gfx, draw.registers, factsOf(gfx).overlapRateField);
  return rate !== undefined && 1 << rate >= maxSamples;
}

/**
 * Whether a wave could have overlapped its youngest sharer, and therefore any sharer: waves leave the table in
 * formation order, so it is enough to check the youngest. Quads are looked up one by one once the packer's previous
 * wave has been formed.
 */
export function mayHaveOverlapped(wave: WaveRecord, sharer: WaveRecord | undefined): boolean {
  if (sharer === undefined) return false;
  const firstLookup = wave.olderInPacker?.formedCycle ?? 0;
  return sharer.retiredCycle === NEVER || sharer.retiredCycle >= firstLookup;
}
