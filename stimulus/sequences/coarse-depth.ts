import { factsOf, type Gfx } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { withDepthTests } from '../driver/depth-state.js';
import { type FieldValues, withFields } from '../driver/draw-registers.js';
import { deriveStream } from '../kit/chance.js';
import { chipsWith, derivedSequence } from '../kit/test.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';
import { COMBINERS, coarseRates, unorderedKinds } from './kinds.js';

const AXIS_RATES = 3;

/** The combiner mode in which the later rate overrides the earlier one. */
const OVERRIDE = 1;

/**
 * Fields that disable out-of-order rasterisation, because depth and stencil tests need primitive order regardless of
 * the interlock.
 */
const IN_ORDER = { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 0 };

/**
 * Like `coarse_rates` and `unordered_kinds`, but with a depth buffer: each fine pixel of a fragment is tested
 * separately.
 */
export const coarseDepth = derivedSequence({
  name: 'coarse_depth',
  text: 'accumulate over coarse fragments with per-sample depth and stencil tests',
  chips: chipsWith(({ shadingRates }) => shadingRates !== 'none'),
  claims: [
    { ...WAVES_OVERLAP, percent: 15 },
    claim('some fragments cover two or more pixels', 4, 'fragments/area/2'),
  ],
  bases: [coarseRates, unorderedKinds],
  change: (scenario, { seed }) => {
    const stream = deriveStream(seed, 'depth');
    return withDepthTests(
      withFields(scenario, (gfx) => ({ ...IN_ORDER, ...pickUnevenRates(stream, gfx) })),
      stream,
    );
  },
});

/**
 * In half of the draws, picks rates that differ between the axes, with any combiner modes. Other draws keep their rate
 * or are forced to pixel rate.
 */
function pickUnevenRates(stream: RandomStream, gfx: Gfx): FieldValues {
  if (stream.below(2) === 0) return stream.below(2) === 0 ? {} : pickForcedOverride(stream, gfx);
  const x = stream.below(AXIS_RATES);
  const y = (x + 1 + stream.below(AXIS_RATES - 1)) % AXIS_RATES;
  const pickMode = (): number => stream.below(COMBINERS);
  return {
    'GE_VRS_RATE.RATE_X': x,
    'GE_VRS_RATE.RATE_Y': y,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': pickMode(),
    'PA_CL_VRS_CNTL.VERTEX_RATE_COMBINER_MODE': stream.below(2) === 0 ? 0 : pickMode(),
    'PA_CL_VRS_CNTL.PRIMITIVE_RATE_COMBINER_MODE': stream.below(2) === 0 ? 0 : pickMode(),
    ...(factsOf(gfx).shadingRates === 'coarse-allowed'
      ? {
          'PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE': stream.below(2) === 0 ? 0 : pickMode(),
          'PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE': (y << 2) | x,
          'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 0,
        }
      : {}),
  };
}

/** Sets a coarse rate through the override alone, then forces pixel rate. */
function pickForcedOverride(stream: RandomStream, gfx: Gfx): FieldValues {
  if (factsOf(gfx).shadingRates !== 'coarse-allowed') return {};
  return {
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE': OVERRIDE,
    'PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE': 1 + stream.below(2),
    'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 1,
  };
}
