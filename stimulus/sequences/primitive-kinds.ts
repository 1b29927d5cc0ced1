import { CHIP_NAMES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createFoldSequence } from '../coverage-fold/sequence.js';

/** Draws points, lines with either end cap, rectangles and triangles, all with 1 to 16 samples (S-127). */
export const primitiveKinds = createFoldSequence({
  name: 'primitive_kinds',
  text: 'accumulate every covered sample of points, lines, rectangles and triangles with varying sample counts',
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('lines are drawn', 15, 'wave-formation/kind/lines'),
    claim('points are drawn', 8, 'wave-formation/kind/points'),
  ],
  features: ['mixed-samples', 'sample-interlock', 'drains'],
  fields: () => ({}),
});
