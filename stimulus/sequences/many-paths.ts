import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createManyPathsSequence } from '../many-paths/sequence.js';

/**
 * Runs sections that diverge into two halves and access memory through a buffer, through a generic pointer and with
 * scalar loads. They also store to a second buffer and use a loaded value after the exit.
 */
export const manyPaths = createManyPathsSequence({
  name: 'many_paths',
  text: 'accumulate in two divergent halves, through a buffer and a pointer; store to a second buffer; use a loaded value after the exit',
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('waves wait on several counters before an exit', 70, 'exit-path/awaited/several'),
  ],
});
