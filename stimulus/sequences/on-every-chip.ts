import type { Sequence } from '../sequence.js';

/** The sequence with seeds that choose from every chip it runs on; only for one that had no stored tests before a chip was added. */
export function onEveryChip(sequence: Sequence): Sequence {
  const chips = sequence.seedChips ?? sequence.chips;
  return {
    ...sequence,
    seedChips: chips,
    generate: (request) => sequence.generate({ ...request, chips: request.chips ?? chips }),
  };
}
