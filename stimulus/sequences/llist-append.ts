import { corpusSequence } from './corpus-sequence.js';

/** The list of a pixel is its primitives in reverse order; which node holds which is a matter of timing. */
export const llistAppend = corpusSequence({
  name: 'llist_append',
  text: 'append to a linked list of the pixel, with nodes from one shared counter',
  shader: 'llist_append',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
