import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createManyPathsSequence } from '../many-paths/sequence.js';

/**
 * Runs sections with two divergent halves, accesses through a buffer, a generic pointer and the scalar path, a second
 * buffer, and a read that is used after the exit.
 */
export const manyPaths = createManyPathsSequence({
  name: 'many_paths',
  text: 'fold in two halves through a buffer and a pointer, store to a second buffer, use a read value after the exit',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('waves await several counters at an exit', 70, 'exit-path/awaited/several')],
});
