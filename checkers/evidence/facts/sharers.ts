import { factsOf, findMax, findRegisterField } from '../../../arch/index.js';
import { type KnobValues, setting } from '../../../transactions/index.js';
import { NEVER, type WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import type { Ledgers } from './ledgers.js';

const EXACT = setting('overlapReach', 'exact');
const CONSERVATIVE = setting('overlapOverflow', 'conservative');

/**
 * Whether a device with the given settings may report overlaps that do not exist, because of injected false overlaps, a
 * coarse reach, or a full table that reports an overlap for every quad without an entry (U5, U7, U16).
 */
export function mayReportFalseOverlaps({ falseOverlap, overlapReach, overlapOverflow }: KnobValues): boolean {
  return falseOverlap > 0 || overlapReach !== EXACT || overlapOverflow === CONSERVATIVE;
}

const QUAD_LANES = 4;

/** Returns the indices of the screen pixels covered by a quad of a wave. */
function getQuadPixels({ grid }: Ledgers, { held }: WaveRecord, quad: number): ReadonlySet<number> {
  const pixels = new Set<number>();
  const end = held.unitStarts[(quad + 1) * QUAD_LANES];
  for (let i = held.unitStarts[quad * QUAD_LANES]; i < end; i++) pixels.add(grid.getPixel(held.units[i]));
  return pixels;
}

/** Whether a quad of a wave shares a pixel with a quad of another primitive, among some of a wave's quads. */
export function sharesQuadPixel(
  ledgers: Ledgers,
  wave: WaveRecord,
  quad: number,
  other: WaveRecord,
  [first, end]: readonly [first: number, end: number],
): boolean {
  const pixels = getQuadPixels(ledgers, wave, quad);
  for (let candidate = first; candidate < end; candidate++) {
    if (other.getPrimitive(candidate) === wave.getPrimitive(quad)) continue;
    for (const pixel of getQuadPixels(ledgers, other, candidate)) if (pixels.has(pixel)) return true;
  }
  return false;
}

/**
 * Creates a function that finds the most recent earlier wave that shares an overlap unit with a given wave. A draw with
 * a sample interlock may legally set its registers to order whole pixels, in which case sharing a pixel is enough
 * (S-117).
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
  return (wave) => (distinguishesSamples ? wave.lastOnSameUnit : wave.lastOnSamePixel);
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
 * Whether a wave could have overlapped any wave that shares a unit with it. Only the most recent one needs checking,
 * because waves leave the table in formation order. The packer starts looking up a wave's quads once it has formed the
 * previous wave.
 */
export function mayHaveOverlapped(wave: WaveRecord, sharingWave: WaveRecord | undefined): boolean {
  if (sharingWave === undefined) return false;
  const firstLookup = wave.olderInPacker?.formedCycle ?? 0;
  return sharingWave.retiredCycle === NEVER || sharingWave.retiredCycle >= firstLookup;
}
