import { type ChipName, chipOf } from '../arch/index.js';
import type { GenerateRequest, Sequence } from './sequence.js';

/** Chips that seeds draw for a sequence where no one names chips; a new chip changes nothing that old seeds mean. */
export function drawnChips({ chips, draws }: Pick<Sequence, 'chips' | 'draws'>): readonly ChipName[] {
  return draws ?? chips.filter((name) => chipOf(name).onRequest !== true);
}

/** Chips that a request draws from, of those that a sequence runs on. */
export function chipsToDraw({ chips }: GenerateRequest, all: readonly ChipName[]): readonly ChipName[] {
  return chips ?? drawnChips({ chips: all });
}
