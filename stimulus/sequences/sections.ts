import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createSectionSequence } from '../sections/sequence.js';

/**
 * Runs shaders that consist of a prolog, a main part and an epilog, as the pipeline state requires (slides on radeonsi
 * prolog and epilog, scenarios.md E01 to E10).
 */
export const sections = createSectionSequence({
  name: 'sections',
  text: 'prolog, main part and epilog with random state, and the ordered section in each placement',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('a prolog discards', 15, 'sections/stipple/prolog')],
});
