import type { Chip } from '../../arch/index.js';
import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createFoldSequence } from '../coverage-fold/sequence.js';
import type { FieldValues } from '../driver/register-fields.js';

/** The log2 of the edge length of the largest fragments. */
const COARSEST = 2;

/** The number of combiner modes: pass through, override, minimum, maximum and sum. */
const COMBINERS = 5;

/**
 * Draws fragments of up to 4x4 pixels. GFX10.3 always forces them to pixel rate; GFX11 and later do so only if the draw
 * requests it (S-144 to S-147).
 */
export const coarseRates = createFoldSequence({
  name: 'coarse_rates',
  text: 'accumulate all covered samples; fragments are either coarse (with overlap detected per fine pixel) or forced to pixel rate',
  chips: CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).shadingRates !== 'none'),
  claims: [
    { ...WAVES_OVERLAP, percent: 25 },
    claim('some fragments cover two or more pixels', 4, 'fragments/area/2'),
  ],
  features: ['coarse-rates', 'mixed-samples', 'sample-interlock', 'drains'],
  fields: pickRateFields,
});

/** Picks the draw's rate, occasionally adding an override or forcing pixel rate. */
export function pickRateFields(stream: RandomStream, { gfx }: Chip): FieldValues {
  const pickRate = (): number => stream.below(COARSEST + 1);
  const pickCombiner = (): number => (stream.below(4) === 0 ? stream.below(COMBINERS) : 0);
  const fields = {
    'GE_VRS_RATE.RATE_X': pickRate(),
    'GE_VRS_RATE.RATE_Y': pickRate(),
    // Drivers force interlocked draws to pixel rate with these two fields. Here, that is usually left to the hardware.
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': stream.below(2) === 0 ? pickCombiner() : 0,
    'PA_CL_VRS_CNTL.VERTEX_RATE_COMBINER_MODE': pickCombiner(),
    'PA_CL_VRS_CNTL.PRIMITIVE_RATE_COMBINER_MODE': pickCombiner(),
    'PA_CL_VRS_CNTL.HTILE_RATE_COMBINER_MODE': pickCombiner(),
  };
  if (factsOf(gfx).shadingRates !== 'coarse-allowed') return fields;
  return {
    ...fields,
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE': pickCombiner(),
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE': (pickRate() << 2) | pickRate(),
    'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': stream.below(4) === 0 ? 1 : 0,
  };
}
