import { createLossySequence } from '../coverage-fold/lossy.js';
import {
  getRateFields,
  pickMaskFields,
  pickSampleFields,
  WITH_COARSE_FRAGMENTS,
} from '../coverage-fold/sample-fields.js';
import { pick } from '../kit/chance.js';
import { COARSE_FRAGMENTS, WAVES_OVERLAP } from '../sequence.js';

/** The sample counts. Most draws have several samples, so pixels are partially covered. */
const SAMPLES = [1, 2, 4, 4, 8, 8] as const;

/**
 * Removes samples through early or late tests, shader discards, exported masks or alpha. Removed samples are neither
 * tested nor written afterwards.
 */
export const lostSamples = createLossySequence({
  name: 'lost_samples',
  text: 'samples lost to early and late tests, discards, exported masks and alpha; exported depth and stencil',
  claims: [{ ...WAVES_OVERLAP, percent: 15 }],
  samples: SAMPLES,
  fields: (stream, { gfx }, samples) => pickSampleFields(gfx, stream, samples),
});

/** Sample counts at which one mask can span several pixels. */
const COARSE_SAMPLES = [1, 1, 2, 2, 4, 4, 8] as const;

/** On average, one draw in this many has sample masks. */
const MASK_ODDS = 6;

/** On average, one draw in this many requests pixel rate. Unordered draws, the majority, are not affected (S-147). */
const FORCED_ODDS = 4;

/**
 * The log2 of the width and height of fragments, which usually differ. Some draws use 1x1 fragments, whose
 * early tests overlap parts of earlier, coarser fragments.
 */
const RATES = [
  ...(['0x0', '0x0', '1x0', '0x1', '1x0', '0x1'] as const),
  ...(['2x1', '1x2', '2x0', '0x2', '1x1', '2x2'] as const),
];

/** Draws coarse fragments whose tests, masks and alpha apply to each pixel separately. */
export const coarseTests = createLossySequence({
  name: 'coarse_tests',
  text: 'coarse fragments that lose samples to tests, discards, exported masks and alpha, pixel by pixel',
  chips: WITH_COARSE_FRAGMENTS,
  claims: [{ ...COARSE_FRAGMENTS, percent: 30 }],
  samples: COARSE_SAMPLES,
  // The draw's rate has no combiners. Some draws are forced to pixel rate if they are ordered.
  fields: (stream) => {
    const rate = getRateFields(pick(stream, RATES));
    return {
      ...(stream.below(MASK_ODDS) === 0 ? pickMaskFields(stream) : {}),
      ...rate,
      'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': stream.below(FORCED_ODDS) === 0 ? 1 : 0,
    };
  },
});
