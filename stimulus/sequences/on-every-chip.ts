import type { Sequence } from '../sequence.js';

/**
 * Makes a sequence's seeds choose from all chips that it runs on. Only for sequences that had no stored tests
 * before the newest chip was added.
 */
export function allowEveryChip(sequence: Sequence): Sequence {
  const chips = sequence.seedChips ?? sequence.chips;
  return {
    ...sequence,
    seedChips: chips,
    generate: (request) => sequence.generate({ ...request, chips: request.chips ?? chips }),
  };
}
