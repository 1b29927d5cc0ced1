import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { generatedSequence } from '../generator/sequence.js';

/** Whole pixel shaders from descriptors, for every generation: work, discards, sections, exports and exits of every kind. */
export const generated = generatedSequence({
  name: 'generated',
  text: 'whole generated shaders: sections of every shape and access, discards, exports and exits',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('loops run more than once', 5, 'programs/shape/loop')],
});
