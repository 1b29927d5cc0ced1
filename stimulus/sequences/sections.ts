import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createSectionSequence } from '../sections/sequence.js';

/**
 * Runs shaders that consist of a prolog, a main part and an epilog, as the pipeline state requires (see the slides
 * about radeonsi prologs and epilogs, and scenarios.md E01 to E10).
 */
export const sections = createSectionSequence({
  name: 'sections',
  text: 'shaders with a prolog, main part and epilog for random state, with the ordered section in every possible place',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('a prolog discards', 15, 'sections/stipple/prolog')],
});
