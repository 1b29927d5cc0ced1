import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/**
 * Chips that seeds draw for a sequence if no chips are named. Chips added after stored tests were fixed count only if it runs on no others,
 * so that a new chip changes nothing that old seeds mean.
 */
export function drawnChips({ chips, draws }: Pick<Sequence, 'chips' | 'draws'>): readonly ChipName[] {
  if (draws !== undefined) return draws;
  const drawn = chips.filter((name) => chipOf(name).onRequest !== true);
  return drawn.length > 0 ? drawn : chips;
}

/** Chips that a request draws from, of those that a sequence runs on. */
export function chipsToDraw({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? drawnChips({ chips: all });
}
