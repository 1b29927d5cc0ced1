import { corpusSequence } from './corpus-sequence.js';

/** buf holds, pixel by pixel, how many primitives came and the first of them in order; lanes store under a condition. */
export const orderedLog = corpusSequence({
  name: 'ordered_log',
  text: 'append the primitive to a log of its pixel: the log is the order',
  shader: 'ordered_log',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
