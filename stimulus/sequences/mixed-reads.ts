import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createMixedReadsSequence } from '../mixed-reads/sequence.js';

/** Reads a word coherently, and then again from caches through every binding (S-104, S-107, S-087). */
export const mixedReads = createMixedReadsSequence({
  name: 'mixed_reads',
  text: 'read coherently first, then again through the buffer, image and scalar paths while caches hold stale data',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('a read bypasses the caches', 70, 'cache-lines/cause/bypass')],
});
