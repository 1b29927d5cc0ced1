import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { RandomStream, Scenario } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
} from '../coverage-fold/scenario.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pickScissors } from '../driver/scissors.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { pickPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'coarse_dots';

/** The chips on which ordered draws may keep coarse fragments. */
const CHIPS = CHIP_NAMES.filter((name) => factsOf(chipOf(name).gfx).shadingRates === 'coarse-allowed');

/** The edge lengths of the area in pixels, small enough to hold only a few coarse fragments. */
const SIZES = [4, 8] as const;
const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;
const MIN_POINTS = 6;
const POINT_COUNT_RANGE = 18;

/** The maximum numbers of primitives per wave, small enough for nearby dots to be in different waves. */
const PRIMITIVES_PER_WAVE = [1, 2, 4] as const;

/** Half the size of points in 1/16ths of a pixel. The points are one to two pixels wide and high. */
const HALF_SIZES = [8, 8, 13] as const;

/** On average, one draw in this many uses scissors that cut through fragments. */
const SCISSOR_ODDS = 2;

/** The log2 of the width and height of fragments. */
const RATES = [
  [1, 1],
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
  [1, 0],
  [0, 1],
] as const;

/** Draws coarse fragments with few covered pixels. Overlap is determined per pixel (S-146). */
export const coarseDots: Sequence<typeof NAME> = {
  name: NAME,
  text: 'one- or two-pixel points in coarse fragments that share only some of their pixels',
  chips: CHIPS,
  claims: [WAVES_OVERLAP, claim('some fragments cover two or more pixels', 60, 'fragments/area/2')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIPS);
  const target = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const draws = Array.from({ length: MIN_DRAWS + stream.below(DRAW_COUNT_RANGE) }, (): FoldDraw => {
    const count = MIN_POINTS + stream.below(POINT_COUNT_RANGE);
    const points = pickPrimitives(stream, 'points', target, count);
    const fields = pickDotFields(stream);
    const registers = pickScissors(stream, target, SCISSOR_ODDS);
    return { kind: 'points', samples: 1, perSample: false, ...points, fields, registers };
  });
  return createFoldScenario(request, {
    name: NAME,
    freedoms: { ...freedoms, primitivesPerWave: pick(stream, PRIMITIVES_PER_WAVE), ...request.knobs },
    programs: [createFoldProgram(NAME, chip, wave)],
    draws: createFoldDraws(target, draws),
    target,
  });
}

/** Picks the draw's rate, without combiners, and the size of the points. */
function pickDotFields(stream: RandomStream): FieldValues {
  const [x, y] = pick(stream, RATES);
  const pickSize = (): number => pick(stream, HALF_SIZES);
  return {
    'PA_SU_POINT_SIZE.WIDTH': pickSize(),
    'PA_SU_POINT_SIZE.HEIGHT': pickSize(),
    'GE_VRS_RATE.RATE_X': x,
    'GE_VRS_RATE.RATE_Y': y,
    'PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE': 0,
    'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': 0,
    'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 0,
  };
}
