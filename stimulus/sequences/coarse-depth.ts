import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { claim, WAVES_MEET } from '../claims.js';
import { withDepthTests } from '../driver/depth-state.js';
import { packRegisters } from '../driver/register-fields.js';
import { sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { coarseRates } from './coarse-rates.js';
import { drawBase } from './drawn-base.js';
import { unorderedKinds } from './unordered-kinds.js';

const NAME = 'coarse_depth';

const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).shadingRates !== 'none');

/** Tests need primitive order, whatever the interlock promises. */
const IN_ORDER = { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 0 };

/** As `coarse_rates` and `unordered_kinds`, with a depth buffer: each fine pixel of a fragment is tested on its own. */
export const coarseDepth: Sequence<typeof NAME> = {
  name: NAME,
  text: 'fold under coarse fragments whose samples meet depth and stencil tests',
  chips: CHIPS,
  claims: [
    { ...WAVES_MEET, percent: 15 },
    claim('fragments of two pixels and more form', 4, 'fragments/area/2'),
  ],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const scenario = drawBase({ name: NAME, bases: [coarseRates, unorderedKinds], chips: CHIPS }, request);
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters(gfx, IN_ORDER, draw.registers),
  }));
  return withDepthTests({ ...scenario, draws }, new RandomStream(sideSeed(request.seed, 'depth')));
}
