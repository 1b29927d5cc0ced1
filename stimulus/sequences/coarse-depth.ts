import type { Gfx } from '../../arch/index.js';
import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { withDepthTests } from '../driver/depth-state.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { coarseRates } from './coarse-rates.js';
import { pickBase } from './pick-base.js';
import { unorderedKinds } from './unordered-kinds.js';

const NAME = 'coarse_depth';

const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).shadingRates !== 'none');

/** The number of rates along one axis. */
const AXIS_RATES = 3;
/** The number of combiner modes. */
const COMBINERS = 5;

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
export const coarseDepth: Sequence<typeof NAME> = {
  name: NAME,
  text: 'accumulate over coarse fragments with per-sample depth and stencil tests',
  chips: CHIPS,
  claims: [
    { ...WAVES_OVERLAP, percent: 15 },
    claim('some fragments cover two or more pixels', 4, 'fragments/area/2'),
  ],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const scenario = pickBase({ name: NAME, bases: [coarseRates, unorderedKinds], chips: CHIPS }, request);
  const { gfx } = chipOf(scenario.chip);
  const stream = new RandomStream(deriveSubSeed(request.seed, 'depth'));
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters(gfx, { ...IN_ORDER, ...pickUnevenRates(stream, gfx) }, draw.registers),
  }));
  return withDepthTests({ ...scenario, draws }, stream);
}

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
