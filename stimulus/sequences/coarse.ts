import { factsOf, type Gfx } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { emitCoverageFold } from '../coverage-fold/program-text.js';
import { getRateFields, WITH_COARSE_FRAGMENTS } from '../coverage-fold/sample-fields.js';
import { createFoldProgram, foldScenario } from '../coverage-fold/scenario.js';
import { withDepthTests } from '../driver/depth-state.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { withFields } from '../driver/draw-registers.js';
import { pickScissors } from '../driver/options.js';
import { deriveStream, pick } from '../kit/chance.js';
import { chipsWith, derivedSequence, sequence } from '../kit/test.js';
import { pickPrimitives } from '../scenes/scene.js';
import { COARSE_FRAGMENTS, WAVES_OVERLAP } from '../sequence.js';
import { COMBINERS, coarseRates, unorderedKinds } from './kinds.js';

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
const RATES = ['1x1', '1x1', '2x1', '1x2', '2x2', '1x0', '0x1'] as const;

/** Draws coarse fragments with few covered pixels. Overlap is determined per pixel (S-146). */
export const coarseDots = sequence({
  name: 'coarse_dots',
  text: 'one- or two-pixel points in coarse fragments that share only some of their pixels',
  chips: WITH_COARSE_FRAGMENTS,
  claims: [WAVES_OVERLAP, { ...COARSE_FRAGMENTS, percent: 60 }],
  generate: (test) => {
    const { stream, dialect } = test;
    const area = test.area(SIZES);
    const draws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, () => ({
      kind: 'points' as const,
      ...pickPrimitives(stream, 'points', area, MIN_POINTS + test.below(POINT_COUNT_RANGE)),
      fields: pickDotFields(stream),
      registers: pickScissors(stream, area, SCISSOR_ODDS),
    }));
    const primitivesPerWave = test.pick(PRIMITIVES_PER_WAVE);
    return foldScenario(test, area, {
      freedoms: { ...test.freedoms, primitivesPerWave, ...test.request.knobs },
      programs: [createFoldProgram(dialect, test.name, emitCoverageFold(dialect))],
      draws,
    });
  },
});

/** Picks the draw's rate, without combiners, and the size of the points. */
function pickDotFields(stream: RandomStream): FieldValues {
  const rate = getRateFields(pick(stream, RATES));
  const pickSize = (): number => pick(stream, HALF_SIZES);
  return {
    'PA_SU_POINT_SIZE.WIDTH': pickSize(),
    'PA_SU_POINT_SIZE.HEIGHT': pickSize(),
    ...rate,
    'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 0,
  };
}

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
  claims: [{ ...WAVES_OVERLAP, percent: 15 }, COARSE_FRAGMENTS],
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
