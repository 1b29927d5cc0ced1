import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { IDS_WRAP, LAYERS, WAVES_OVERLAP } from '../claims.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';

/**
 * Draws overlapping invocations within one wave, which the shader separates using its intrawave argument (S-058). On
 * GFX11 and later, overlapping invocations always go to different waves (S-075).
 */
export const intrawaveLayers = createIntrawaveSequence({
  name: 'intrawave_layers',
  text: 'a section that runs layer by layer when lanes of a wave overlap',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
  features: ['intrawave-layers'],
  mask: 'masked-quads',
});
