import { CHIP_NAMES } from '../../arch/index.js';
import { RandomStream, type Scenario, setting } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createFoldSequence } from '../coverage-fold/sequence.js';
import { pick } from '../pick.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'binned_kinds';

/** The edge lengths of bins in pixels, small enough for every scene to span several bins. */
const EDGES = [8, 8, 16] as const;

const ON = setting('binning', 'on');

const BASE = createFoldSequence({
  name: NAME,
  text: 'points, wide lines, rectangles and triangles across several small bins',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP, claim('lines are drawn', 30, 'wave-formation/kind/lines')],
  features: [],
  kinds: ['lines', 'lines', 'lines', 'points', 'triangles', 'rectangles'],
  fields: () => ({}),
});

/**
 * Draws all types of primitives, mostly lines, across bin boundaries. A primitive is replayed in each bin that it
 * touches (P-009).
 */
export const binnedKinds: Sequence<typeof NAME> = {
  ...BASE,
  faults: [],
  generate: (request: GenerateRequest): Scenario => {
    const stream = new RandomStream(deriveSubSeed(request.seed, 'bins'));
    const binSize = pick(stream, EDGES);
    return BASE.generate({ ...request, knobs: { binning: ON, binSize, ...request.knobs } });
  },
};
