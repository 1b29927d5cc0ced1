import { CHIP_NAMES } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { createGeneratedSequence } from '../generator/sequence.js';
import { pick } from '../pick.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { coherentStale } from './coherent-stale.js';
import { pickBalancedDescriptor } from './even-programs.js';
import { mixedReads } from './mixed-reads.js';
import { pickBase } from './pick-base.js';

const NAME = 'stale_programs';

/** How generated sections avoid stale data. Half of them invalidate the caches. */
const COHERENCE = ['emptied', 'emptied', 'ends', 'all'] as const;

const BASE = createGeneratedSequence({
  name: NAME,
  text: 'generated shaders with stale caches',
  chips: CHIP_NAMES,
  claims: [],
  maxPrograms: 2,
  descriptor: (stream, gfx) => ({
    ...pickBalancedDescriptor(stream, gfx),
    coherence: pick(stream, COHERENCE),
  }),
});

/**
 * Tests every way to avoid stale cache lines on every chip: coherence bits, scopes, and invalidating
 * instructions.
 */
export const stalePrograms: Sequence<typeof NAME> = {
  name: NAME,
  text: 'shaders, some of them generated, that invalidate or bypass stale caches, on either shader array',
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('accesses hit in both L0 and L2', 20, 'cache-levels/level/L0', 'cache-levels/level/L2'),
  ],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const bases = [BASE, BASE, coherentStale, mixedReads];
  return pickBase({ name: NAME, bases, chips: CHIP_NAMES }, request);
}
