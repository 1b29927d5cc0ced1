import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createSectionSequence } from '../sections/sequence.js';

/**
 * Runs shaders made of a prolog, main part and epilog, as pipeline state requires (slides on radeonsi prolog
 * and epilog, scenarios.md E01 to E10).
 */
export const sections = createSectionSequence({
  name: 'sections',
  text: 'prolog, main part and epilog with random states, and the ordered section in each placement',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('a prolog discards', 15, 'sections/stipple/prolog')],
});
