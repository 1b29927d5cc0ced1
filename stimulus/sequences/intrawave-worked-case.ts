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
 * The number of quads in each primitive. They all start at the same quad, so every primitive after the first starts a
 * new layer (S-066).
 */
const QUADS = [2, 5, 1, 1, 7] as const;

/** Knobs that keep waves open until the last quad, and report only real overlaps. */
const KNOBS = {
  packers: 1,
  formationTimeout: 4096,
  primitivesPerWave: 16,
  binning: setting('binning', 'off'),
  overlapReach: setting('overlapReach', 'exact'),
  overlapEntries: 1024,
} as const;

/**
 * Runs the worked example from the source documents. In a wave64 with mask bits 2, 7, 8 and 9, lanes 0-7, 8-27, 28-31,
 * 32-35 and 36-63 run as successive groups. Each wave32 has eight quads.
 */
export const intrawaveWorkedCase = createIntrawaveSequence({
  name: 'intrawave_worked_case',
  text: 'the worked example from the documents: layers start at quads 0, 2, 7, 8 and 9, in one wave64 or two wave32s',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [claim('layers start as in the worked example', 30, 'intrawave/mask/worked case')],
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
