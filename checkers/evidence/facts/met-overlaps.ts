import { factsOf, greatestOf, registerField } from '../../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import type { Ledgers } from './ledgers.js';

/**
 * Gives the youngest older wave with which a wave shares an overlap unit. Where registers order pixels for a sample interlock, which is
 * legal (S-117), a shared pixel is enough.
 */
export function sharersOf(ledgers: Ledgers): (wave: WaveRecord) => WaveRecord | undefined {
  const draws = ledgers.draws.filter(({ interlocked }) => interlocked);
  const samplesMax = greatestOf(
    draws.map(({ draw }) => draw.samples),
    1,
  );
  // A draw that orders pixels meets any wave that is in one of them, and those that order samples meet all of its pixel.
  const tellsSamples = draws.every((draw) => draw.perSample && isTold(ledgers, draw, samplesMax));
  return (wave) => (tellsSamples ? wave.youngestHolder : wave.youngestSharer);
}

/**
 * Whether a draw's registers distinguish what its interlock orders: its own samples, and those of draws with more of them,
 * whose further mask bits stand for its own ones otherwise (S-127).
 */
function isTold({ gfx }: Ledgers, { draw }: DrawFacts, samplesMax: number): boolean {
  const rate = registerField(gfx, draw.registers, factsOf(gfx).overlapRateField);
  return rate !== undefined && 1 << rate >= samplesMax;
}

/**
 * Whether the wave can have met its youngest sharer, and so any of them. Quads are looked up one by one from the moment
 * the packer's wave before is formed; waves leave the table in the order of their formation, so the youngest decides
 * for all.
 */
export function mayHaveMet(wave: WaveRecord, sharer: WaveRecord | undefined): boolean {
  if (sharer === undefined) return false;
  const firstLookup = wave.olderInPacker?.formedCycle ?? 0;
  return sharer.retiredCycle === NEVER || sharer.retiredCycle >= firstLookup;
}
