import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createGeneratedSequence } from '../generator/sequence.js';

/**
 * Generates complete pixel shaders from descriptors for every generation, with all kinds of work, discards, sections,
 * exports and exits.
 */
export const generated = createGeneratedSequence({
  name: 'generated',
  text: 'complete generated shaders: sections with every shape and kind of access, discards, exports and exits',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('loops run more than once', 5, 'programs/shape/loop')],
});
