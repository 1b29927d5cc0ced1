import { CHIP_NAMES } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { pickLossyScenario } from '../coverage-fold/lossy-draws.js';
import { pickSampleFields } from '../coverage-fold/sample-fields.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'lost_samples';

/** The sample counts. Most draws have several samples, so pixels are partially covered. */
const SAMPLES = [1, 2, 4, 4, 8, 8] as const;

/**
 * Removes samples through early or late tests, shader discards, exported masks or alpha. Removed samples are neither
 * tested nor written afterwards.
 */
export const lostSamples: Sequence<typeof NAME> = {
  name: NAME,
  text: 'samples lost to early and late tests, discards, exported masks and alpha; exported depth and stencil',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 15 }],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  return pickLossyScenario(request, {
    name: NAME,
    chips: CHIP_NAMES,
    samples: SAMPLES,
    fields: (stream, { gfx }, samples) => pickSampleFields(gfx, stream, samples),
  });
}
