import { CHIP_NAMES, WITH_SHADING_RATES } from '../../arch/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createFoldSequence } from '../coverage-fold/sequence.js';
import { pickRateFields } from './coarse-rates.js';

/** Like `primitive_kinds` and `coarse_rates`, except that the draws only need mutual exclusion, not ordering. */
export const unorderedKinds = createFoldSequence({
  name: 'unordered_kinds',
  text: 'fold every covered sample with unordered interlocks; the final memory must match some serial order',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('the application does not request ordering', 20, 'fragments/order/given up')],
  features: ['mixed-samples', 'sample-interlock', 'drains'],
  unordered: true,
  fields: (stream, chip) => (WITH_SHADING_RATES.includes(chip.gfx) ? pickRateFields(stream, chip) : {}),
});
