import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { IDS_WRAP, LAYERS, WAVES_OVERLAP } from '../claims.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';

/**
 * Like `intrawave_layers`, but with a sample interlock: lanes on the same pixel share a layer if they have no sample in
 * common (S-072, S-117).
 */
export const intrawaveSamples = createIntrawaveSequence({
  name: 'intrawave_samples',
  text: 'a section that runs layer by layer when lanes of a wave share samples',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
  features: [],
  mask: 'masked-quads',
  foldUnit: 'samples',
});
