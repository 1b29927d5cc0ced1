import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { RandomStream, Scenario } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pickLossyScenario } from '../coverage-fold/lossy-draws.js';
import { pickMaskFields } from '../coverage-fold/sample-fields.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pick } from '../pick.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'coarse_tests';

/** The chips on which ordered draws may keep coarse fragments. */
const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).shadingRates === 'coarse-allowed');

/** Sample counts at which one mask can span several pixels. */
const SAMPLES = [1, 1, 2, 2, 4, 4, 8] as const;

/** On average, one draw in this many has sample masks. */
const MASK_ODDS = 6;

/** On average, one draw in this many requests pixel rate. Unordered draws, the majority, are not affected (S-147). */
const FORCED_ODDS = 4;

/**
 * The log2 of the width and height of fragments, which usually differ. Some draws use 1x1 fragments, whose
 * early tests overlap parts of earlier, coarser fragments.
 */
const RATES = [
  [0, 0],
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 0],
  [0, 1],
  [2, 1],
  [1, 2],
  [2, 0],
  [0, 2],
  [1, 1],
  [2, 2],
] as const;

/** Draws coarse fragments whose tests, masks and alpha apply to each pixel separately. */
export const coarseTests: Sequence<typeof NAME> = {
  name: NAME,
  text: 'coarse fragments that lose samples to tests, discards, exported masks and alpha, pixel by pixel',
  chips: CHIPS,
  claims: [claim('some fragments cover two or more pixels', 30, 'fragments/area/2')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  return pickLossyScenario(request, { name: NAME, chips: CHIPS, samples: SAMPLES, fields: pickTestFields });
}

/** Picks the draw's rate, without combiners. Some draws are forced to pixel rate if they are ordered. */
function pickTestFields(stream: RandomStream): FieldValues {
  const [x, y] = pick(stream, RATES);
  return {
    ...(stream.below(MASK_ODDS) === 0 ? pickMaskFields(stream) : {}),
    'GE_VRS_RATE.RATE_X': x,
    'GE_VRS_RATE.RATE_Y': y,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
    'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': stream.below(FORCED_ODDS) === 0 ? 1 : 0,
  };
}
