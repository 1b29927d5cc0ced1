import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/**
 * Chips that seeds draw for a sequence if none are named. Chips added after stored tests were fixed only count if it runs on no
 * others, so a new chip does not change the meaning of old seeds.
 */
export function drawnChips({ chips, draws }: Pick<Sequence, 'chips' | 'draws'>): readonly ChipName[] {
  if (draws !== undefined) return draws;
  const drawn = chips.filter((name) => chipOf(name).onRequest !== true);
  return drawn.length > 0 ? drawn : chips;
}

/** Chips a request draws from, out of a sequence's. */
export function chipsToDraw({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? drawnChips({ chips: all });
}
