import { CHIP_NAMES, type Gfx } from '../../arch/index.js';
import { foldSequence } from '../coverage-fold/sequence.js';
import { rateFields } from './coarse-rates.js';

/** Generations with variable rates. */
const WITH_RATES: readonly Gfx[] = ['gfx10.3', 'gfx11'];

/** As `primitive_kinds` and `coarse_rates`, under interlocks that promise exclusion and no order. */
export const unorderedKinds = foldSequence({
  name: 'unordered_kinds',
  text: 'fold every covered sample under interlocks without order: memory is that of some serial order',
  chips: CHIP_NAMES,
  features: ['mixed-samples', 'sample-interlock', 'drains'],
  unordered: true,
  fields: (stream, chip) => (WITH_RATES.includes(chip.gfx) ? rateFields(stream, chip) : {}),
});
