import type { Gfx } from '../../arch/index.js';
import { factsOf, getRegisterFields } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import type { DrawIntent } from './draw-intent.js';
import type { FieldValues } from './register-fields.js';

/** The value of SPI_BARYC_CNTL.POS_FLOAT_LOCATION that selects the sample position. */
const AT_SAMPLE = 2;

/** The PA_CL_VRS_CNTL combiner mode in which the sample iteration rate takes precedence. */
const OVERRIDE = 1;

/**
 * Returns the fields that set the number of shading iterations. Enabling sample iteration, even for a single sample,
 * prevents coarser rates. GFX10.3 always requires that, because ordered shaders must run at 1x1 there (S-144); later
 * generations require it for shaders that use samples.
 *
 * @throws UsageError if there are more samples than the generation can shade individually.
 */
export function getSamplingFields(gfx: Gfx, { samples, shader }: DrawIntent): FieldValues {
  const iterates = shader.runsPerSample && samples > 1;
  const maxSamples = 2 ** getRegisterFields(gfx).get('DB_EQAA.PS_ITER_SAMPLES')!.ones;
  if (iterates && samples > maxSamples)
    throw new UsageError(`Cannot shade each of ${samples} samples on ${gfx}; expected at most ${maxSamples}`);
  const usesSamples = shader.runsPerSample || shader.inputs.includes('sample_coverage');
  const { shadingRates } = factsOf(gfx);
  const forcesFineRate =
    shadingRates === 'fine-when-ordered' || (shadingRates === 'coarse-allowed' && usesSamples);
  return {
    'DB_EQAA.PS_ITER_SAMPLES': iterates ? 31 - Math.clz32(samples) : 0,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': iterates || forcesFineRate ? 1 : 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': forcesFineRate ? OVERRIDE : 0,
    'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': iterates ? AT_SAMPLE : 0,
  };
}
