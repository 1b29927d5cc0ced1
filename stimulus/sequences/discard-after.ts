import { corpusSequence } from './corpus-sequence.js';

/** Every covered fragment takes part; afterwards those with an odd value are discarded and the others export. */
export const discardAfter = corpusSequence({
  name: 'discard_after',
  text: 'discard behind the section, then export colours',
  shader: 'discard_after',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
