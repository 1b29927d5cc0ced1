import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { LAYERS, WAVES_OVERLAP } from '../claims.js';
import { withScratchMemory } from '../driver/scratch.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { intrawaveLanes } from './intrawave-lanes.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { intrawaveSamples } from './intrawave-samples.js';
import { pickBase } from './pick-base.js';

const NAME = 'intrawave_private';

/** The scratch ring; its address is arbitrary. */
const SCRATCH_RING = { address: 2 * 2 ** 32, bytesPerWave: 1024 };

/** The chips that pass waves both the intrawave argument and the scratch offset in SGPRs. */
const CHIPS = CHIP_NAMES.filter((name) => {
  const { hasIntrawaveCollisions, hardwareScratchBase } = factsOf(chipOf(name).gfx);
  return hasIntrawaveCollisions && !hardwareScratchBase;
});

/**
 * Runs waves that receive every scalar argument the hardware can load. The scratch offset follows the intrawave
 * argument (pops.md 5.3).
 */
export const intrawavePrivate: Sequence<typeof NAME> = {
  name: NAME,
  text: 'multi-layer waves that use private memory and therefore receive every scalar argument',
  chips: CHIPS,
  claims: [WAVES_OVERLAP, LAYERS],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const bases = [intrawaveLanes, intrawaveLayers, intrawaveSamples];
  return withScratchMemory(pickBase({ name: NAME, bases, chips: CHIPS }, request), SCRATCH_RING);
}
