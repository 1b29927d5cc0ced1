import { corpusSequence } from './corpus-sequence.js';

/** Declared coherent, with two ordered stores of different kinds in one section. */
export const coherentBuffer = corpusSequence({
  name: 'coherent_buffer',
  text: 'read, modify and write with coherence bits, then store to an image as well',
  shader: 'coherent_buffer',
  coherent: true,
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
