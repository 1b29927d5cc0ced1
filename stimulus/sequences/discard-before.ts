import { corpusSequence } from './corpus-sequence.js';

/** As `rmw_buffer` for half of the fragments; the rest end before the section, whole waves through the early exit. */
export const discardBefore = corpusSequence({
  name: 'discard_before',
  text: 'discard ahead of the section; waves without lanes take the early exit',
  shader: 'discard_before',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
