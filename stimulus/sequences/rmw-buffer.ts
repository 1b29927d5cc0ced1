import { corpusSequence } from './corpus-sequence.js';

/** buf[pixel] = buf[pixel] * k + vPrim, primitive after primitive: the order shows in the value. */
export const rmwBuffer = corpusSequence({
  name: 'rmw_buffer',
  text: 'read, modify and write one word a pixel; the result depends on the order',
  shader: 'rmw_buffer',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
