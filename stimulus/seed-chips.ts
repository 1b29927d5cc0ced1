import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/**
 * Lists the chips that a seed can select when the request names none. Chips newer than the stored tests are included
 * only if the sequence supports nothing else, so that a new chip does not change the meaning of old seeds.
 */
export function getSeedChips({
  chips,
  seedChips,
}: Pick<Sequence, 'chips' | 'seedChips'>): readonly ChipName[] {
  if (seedChips !== undefined) return seedChips;
  const olderChips = chips.filter((name) => chipOf(name).onRequest !== true);
  return olderChips.length > 0 ? olderChips : chips;
}

/**
 * Returns the chips to pick from for a request: those that the request names or, if it names none, the chips in `all`
 * that seeds may select.
 */
export function getCandidateChips({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? getSeedChips({ chips: all });
}
