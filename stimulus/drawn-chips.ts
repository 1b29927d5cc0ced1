import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/**
 * The chips that seeds draw for a sequence if no chips are named. Chips that were added after the stored tests count only if the
 * sequence runs on no others, so that a new chip does not change what old seeds mean.
 */
export function drawnChips({ chips, seedChips }: Pick<Sequence, 'chips' | 'seedChips'>): readonly ChipName[] {
  if (seedChips !== undefined) return seedChips;
  const older = chips.filter((name) => chipOf(name).onRequest !== true);
  return older.length > 0 ? older : chips;
}

/** The chips from which the chip for a request is drawn: those it names, otherwise those drawn for a sequence that runs on `all`. */
export function chipsToDraw({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? drawnChips({ chips: all });
}
