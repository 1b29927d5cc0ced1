import { type Chip, factsOf } from '../../arch/index.js';
import { type RandomStream, setting } from '../../transactions/index.js';
import { createFoldSequence } from '../coverage-fold/sequence.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { pick } from '../kit/chance.js';
import { chipsWith } from '../kit/test.js';
import { COARSE_FRAGMENTS, claim, WAVES_OVERLAP } from '../sequence.js';

/** Draws points, lines with either end cap, rectangles and triangles, all with 1 to 16 samples (S-127). */
export const primitiveKinds = createFoldSequence({
  name: 'primitive_kinds',
  text: 'accumulate every covered sample of points, lines, rectangles and triangles with varying sample counts',
  claims: [
    WAVES_OVERLAP,
    claim('lines are drawn', 15, 'wave-formation/kind/lines'),
    claim('points are drawn', 8, 'wave-formation/kind/points'),
  ],
  features: ['mixed-samples', 'sample-interlock', 'drains'],
});

/** The log2 of the edge length of the largest fragments. */
const COARSEST = 2;

/** The number of combiner modes: pass through, override, minimum, maximum and sum. */
export const COMBINERS = 5;

/**
 * Draws fragments of up to 4x4 pixels. GFX10.3 always forces them to pixel rate; GFX11 and later do so only if the draw
 * requests it (S-144 to S-147).
 */
export const coarseRates = createFoldSequence({
  name: 'coarse_rates',
  text: 'accumulate all covered samples; fragments are either coarse (with overlap detected per fine pixel) or forced to pixel rate',
  chips: chipsWith(({ shadingRates }) => shadingRates !== 'none'),
  claims: [{ ...WAVES_OVERLAP, percent: 25 }, COARSE_FRAGMENTS],
  features: ['coarse-rates', 'mixed-samples', 'sample-interlock', 'drains'],
  fields: pickRateFields,
});

/** Picks the draw's rate, occasionally adding an override or forcing pixel rate. */
function pickRateFields(stream: RandomStream, { gfx }: Chip): FieldValues {
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

/** Like `primitive_kinds` and `coarse_rates`, except that the draws only need mutual exclusion, not ordering. */
export const unorderedKinds = createFoldSequence({
  name: 'unordered_kinds',
  text: 'fold every covered sample with unordered interlocks; the final memory must match some serial order',
  claims: [WAVES_OVERLAP, claim('the application does not request ordering', 20, 'fragments/order/given up')],
  features: ['mixed-samples', 'sample-interlock', 'drains', 'unordered-interlock'],
  unordered: true,
  fields: (stream, chip) => (factsOf(chip.gfx).shadingRates === 'none' ? {} : pickRateFields(stream, chip)),
});

/** The edge lengths of bins in pixels, small enough for every scene to span several bins. */
const BIN_EDGES = [8, 8, 16] as const;

/**
 * Draws all types of primitives, mostly lines, across bin boundaries. A primitive is replayed in each bin that it
 * touches (P-009).
 */
export const binnedKinds = createFoldSequence({
  name: 'binned_kinds',
  text: 'points, wide lines, rectangles and triangles across several small bins',
  claims: [WAVES_OVERLAP, claim('lines are drawn', 30, 'wave-formation/kind/lines')],
  faults: [],
  features: [],
  kinds: ['lines', 'lines', 'lines', 'points', 'triangles', 'rectangles'],
  knobs: (branch) => ({ binning: setting('binning', 'on'), binSize: pick(branch('bins'), BIN_EDGES) }),
});
