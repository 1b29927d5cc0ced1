import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { IDS_WRAP, LAYERS, WAVES_OVERLAP } from '../claims.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';

/**
 * Like `intrawave_layers`, but with a program that expands the quad mask to lanes and therefore needs no masking
 * (S-065).
 */
export const intrawaveLanes = createIntrawaveSequence({
  name: 'intrawave_lanes',
  text: 'a section that runs layer by layer, with the quad mask expanded to lanes',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
  features: ['intrawave-layers'],
  mask: 'expanded-lanes',
});
