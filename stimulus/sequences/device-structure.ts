import { CHIP_NAMES } from '../../arch/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { corpusSequence } from './corpus-sequence.js';

/** The name of the test that also checks the chip's structure against the documented statements. */
export const DEVICE_STRUCTURE = 'device_structure';

/**
 * Runs waves that fetch code, read parameters and reach every cache, exercising all units mentioned in the statements.
 */
export const deviceStructure = corpusSequence({
  name: DEVICE_STRUCTURE,
  text: "check the chip's structure against the documented statements, in a run with all units enabled",
  shader: 'rmw_image',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP],
  knobs: { instructionCacheLines: 8 },
});
