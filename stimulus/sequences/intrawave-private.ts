import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { LAYERS, WAVES_OVERLAP } from '../claims.js';
import { withPrivateMemory } from '../driver/scratch.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { drawBase } from './drawn-base.js';
import { intrawaveLanes } from './intrawave-lanes.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { intrawaveSamples } from './intrawave-samples.js';

const NAME = 'intrawave_private';

/** An arbitrary address. */
const RING = { address: 2 * 2 ** 32, bytesPerWave: 1024 };

/** Where waves get both arguments in scalar registers. */
const CHIPS = CHIP_NAMES.filter((name) => {
  const { hasIntrawaveCollisions, hardwareScratchBase } = factsOf(chipOf(name).gfx);
  return hasIntrawaveCollisions && !hardwareScratchBase;
});

/** Waves with every scalar argument that hardware can load: their private memory's comes after the intrawave argument (pops.md 5.3). */
export const intrawavePrivate: Sequence<typeof NAME> = {
  name: NAME,
  text: 'waves of several layers that also have private memory, and so every scalar argument',
  chips: CHIPS,
  claims: [WAVES_OVERLAP, LAYERS],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const bases = [intrawaveLanes, intrawaveLayers, intrawaveSamples];
  return withPrivateMemory(drawBase({ name: NAME, bases, chips: CHIPS }, request), RING);
}
