import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';
import type { Triangle } from '../scenes/geometry.js';

/** The number of coordinate units per pixel. */
const PIXEL = 256;

/** The area's edge length in pixels. Large enough that its quads fill more waves than a small id space has ids. */
const EDGE = 64;
const QUADS_ACROSS = EDGE / 2;

/** Knobs that keep waves open until they are full, report only real overlaps, and fill the window with slow exits. */
const KNOBS = {
  packers: 1,
  formationTimeout: 4096,
  primitivesPerWave: 16,
  binning: setting('binning', 'off'),
  overlapReach: setting('overlapReach', 'exact'),
  falseOverlap: 0,
  messageLatency: [100, 300],
  exitVisibleLatency: [100, 300],
} as const;

/**
 * Runs waves that overlap only themselves: two consecutive triangles on each quad of an area. Also used by
 * `wide_windows`.
 */
export const stackedQuads = createIntrawaveSequence({
  name: 'stacked_quads',
  text: 'two-layer waves that do not overlap any other wave',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [],
  features: ['intrawave-layers'],
  mask: 'masked-quads',
  directed: {
    scene: { width: EDGE, height: EDGE, draws: [createStacks()], names: ['exact-waves'] },
    knobs: KNOBS,
  },
});

function createStacks(): Triangle[] {
  return Array.from({ length: QUADS_ACROSS ** 2 }, (_, quad): Triangle => {
    const left = 2 * (quad % QUADS_ACROSS) * PIXEL;
    const top = 2 * Math.floor(quad / QUADS_ACROSS) * PIXEL;
    return [left, top, left + 2 * PIXEL, top, left, top + 2 * PIXEL];
  }).flatMap((triangle) => [triangle, triangle]);
}
