import { CHIP_NAMES } from '../../arch/index.js';
import { sectionSequence } from '../sections/sequence.js';

/** Shaders of prolog, main part and epilog, concatenated as pipeline states ask (slides on radeonsi prolog and epilog, scenarios.md E01 to E10). */
export const sections = sectionSequence({
  name: 'sections',
  text: 'prolog, main part and epilog with random states, and the ordered section in each placement',
  chips: CHIP_NAMES,
});
