import { CHIP_NAMES } from '../../arch/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { corpusSequence } from './corpus-sequence.js';

/** The name of the test that also checks the chip's structure against its documentation. */
export const DEVICE_STRUCTURE = 'device_structure';

/**
 * Runs waves that fetch code, read parameters and reach every cache, exercising every unit that the documentation
 * mentions.
 */
export const deviceStructure = corpusSequence({
  name: DEVICE_STRUCTURE,
  text: "check the chip's structure against its documentation, with every unit in use",
  shader: 'rmw_image',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP],
  knobs: { instructionCacheLines: 8 },
});
