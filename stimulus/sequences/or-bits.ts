import { corpusSequence } from './corpus-sequence.js';

/** buf[pixel] gains the bit of its primitive only when all lower bits are set: a late or early one is lost for good. */
export const orBits = corpusSequence({
  name: 'or_bits',
  text: 'set one bit a primitive, only in order; an early or late one leaves its bit unset',
  shader: 'or_bits',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
