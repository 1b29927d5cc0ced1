import { corpusSequence } from './corpus-sequence.js';

/** As `rmw_buffer` through image loads and stores, which GFX9 counts in `vm` alone. */
export const rmwImage = corpusSequence({
  name: 'rmw_image',
  text: 'read, modify and write one texel a pixel through an image',
  shader: 'rmw_image',
  chips: ['vega10', 'navi10', 'navi21', 'navi31'],
});
