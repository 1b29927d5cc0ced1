import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createManyPathsSequence } from '../many-paths/sequence.js';

/**
 * Runs sections with two divergent halves, accesses through buffer, generic pointer and scalar path, a second buffer,
 * and a read that is used after the exit.
 */
export const manyPaths = createManyPathsSequence({
  name: 'many_paths',
  text: 'fold through buffer and generic pointer in two halves, store to a second buffer, read a value for use after the exit',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('several counters are awaited at an exit', 70, 'exit-path/awaited/several')],
});
