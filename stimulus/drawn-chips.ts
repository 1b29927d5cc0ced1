import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/**
 * Chips that seeds draw for a sequence if none are named. Chips added after the stored tests count only if the sequence runs on no
 * others, so a new chip does not change the meaning of old seeds.
 */
export function drawnChips({ chips, seedChips }: Pick<Sequence, 'chips' | 'seedChips'>): readonly ChipName[] {
  if (seedChips !== undefined) return seedChips;
  const older = chips.filter((name) => chipOf(name).onRequest !== true);
  return older.length > 0 ? older : chips;
}

/** Chips to draw a request's chip from: those it names, else those drawn for a sequence that runs on `all`. */
export function chipsToDraw({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? drawnChips({ chips: all });
}
