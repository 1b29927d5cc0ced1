import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';
import type { Triangle } from '../scenes/geometry.js';

/** The number of coordinate units per pixel. */
const PIXEL = 256;

const WIDTH = 16;
const HEIGHT = 2;

/**
 * The number of quads in each primitive. All start at the same quad, so each primitive except the first starts a
 * new layer (S-066).
 */
const QUADS = [2, 5, 1, 1, 7] as const;

/** Knobs that close waves only at the last quad and report only real overlaps. */
const KNOBS = {
  packers: 1,
  formationTimeout: 4096,
  primitivesPerWave: 16,
  binning: setting('binning', 'off'),
  overlapReach: setting('overlapReach', 'exact'),
  overlapEntries: 1024,
} as const;

/**
 * Runs the worked example of the source documents. In a wave of 64 with mask bits 2, 7, 8 and 9, lanes 0-7, 8-27,
 * 28-31, 32-35 and 36-63 run one group after another. Each wave of 32 has eight quads.
 */
export const intrawaveWorkedCase = createIntrawaveSequence({
  name: 'intrawave_worked_case',
  text: 'the worked example of the source documents: layers that start at quads 0, 2, 7, 8 and 9, in a wave of 64 or two of 32',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [claim('layers begin as in the worked case', 30, 'intrawave/mask/worked case')],
  features: ['intrawave-layers'],
  mask: 'masked-quads',
  directed: {
    scene: { width: WIDTH, height: HEIGHT, draws: [QUADS.map(createRow)], names: ['exact-waves'] },
    knobs: KNOBS,
  },
});

/** Returns a triangle that is one pixel high and covers the upper row of the given number of quads. */
function createRow(quads: number): Triangle {
  return [0, 0, 4 * quads * PIXEL, 0, 0, PIXEL];
}
