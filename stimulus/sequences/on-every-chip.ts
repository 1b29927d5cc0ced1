import type { Sequence } from '../sequence.js';

/**
 * Lets a sequence's seeds pick any chip that the sequence supports. Only for sequences that had no stored tests before
 * the newest chip was added.
 */
export function allowEveryChip(sequence: Sequence): Sequence {
  const chips = sequence.seedChips ?? sequence.chips;
  return {
    ...sequence,
    seedChips: chips,
    generate: (request) => sequence.generate({ ...request, chips: request.chips ?? chips }),
  };
}
