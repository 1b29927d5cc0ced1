import { findMax, type Gfx } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { RandomStream, SECTION_PLACEMENTS } from '../../../transactions/index.js';
import { pickState } from '../../sections/legality.js';

/** A row of a covering set: a legal combination of values for all axes. */
type CoveringRow = ReturnType<typeof pickRow>;

/** The fixed seed of the covering sets. */
const SEED = '0x9a125';
const CANDIDATES = 40;
/** The number of fruitless attempts after which the search stops. */
const MAX_MISSES = 12;

const SAMPLES: readonly Draw['samples'][] = [1, 2, 4, 8];

const rowsByGeneration = new Map<Gfx, readonly CoveringRow[]>();

/** Returns rows that together cover every legal pair of values from any two axes (scenarios.md 5.2). */
export function getCoveringRows(gfx: Gfx): readonly CoveringRow[] {
  const rows = rowsByGeneration.get(gfx) ?? findRows(gfx);
  rowsByGeneration.set(gfx, rows);
  return rows;
}

/** Lists all pairs of axis values in a row, as strings. */
export function listPairs({ placement, state, samples }: CoveringRow): string[] {
  const values = Object.entries({ placement, samples, ...state }).map(([axis, value]) => `${axis}=${value}`);
  return values.flatMap((value, i) => values.slice(i + 1).map((other) => `${value} ${other}`));
}

/** Picks a random legal combination. */
export function pickRow(stream: RandomStream, gfx: Gfx) {
  const placement = SECTION_PLACEMENTS[stream.below(SECTION_PLACEMENTS.length)];
  return {
    placement,
    state: pickState(stream, placement, gfx),
    samples: SAMPLES[stream.below(SAMPLES.length)],
  };
}

/**
 * Finds the rows greedily: repeatedly takes the candidate with the most new pairs, and stops once `MAX_MISSES`
 * attempts have found none.
 */
function findRows(gfx: Gfx): CoveringRow[] {
  const stream = new RandomStream(SEED);
  const covered = new Set<string>();
  const rows: CoveringRow[] = [];
  for (let misses = 0; misses < MAX_MISSES; ) {
    const candidates = Array.from({ length: CANDIDATES }, () => pickRow(stream, gfx));
    const gains = candidates.map((row) => listPairs(row).filter((pair) => !covered.has(pair)).length);
    const bestGain = findMax(gains);
    if (bestGain === 0) {
      misses++;
      continue;
    }
    const best = candidates[gains.indexOf(bestGain)];
    for (const pair of listPairs(best)) covered.add(pair);
    rows.push(best);
  }
  return rows;
}
