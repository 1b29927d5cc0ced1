import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';
import type { Triangle } from '../scenes/geometry.js';

/** The number of coordinate units per pixel. */
const PIXEL = 256;

/** The area's edge length in pixels. The area has enough quads for more waves than the largest small id space. */
const EDGE = 64;
const QUADS_ACROSS = EDGE / 2;

/** Knobs that close waves only when full, report only real overlaps, and make exits slow, so the window fills up. */
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
 * Runs waves that overlap only themselves: two consecutive triangles on each quad of an area. `wide_windows` is based
 * on it.
 */
export const stackedQuads = createIntrawaveSequence({
  name: 'stacked_quads',
  text: 'waves of two layers that overlap no other wave',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasIntrawaveCollisions),
  claims: [],
  features: ['intrawave-layers'],
  mask: 'masked-quads',
  directed: {
    scene: { width: EDGE, height: EDGE, draws: [createStack()], names: ['exact-waves'] },
    knobs: KNOBS,
  },
});

function createStack(): Triangle[] {
  return Array.from({ length: QUADS_ACROSS ** 2 }, (_, quad): Triangle => {
    const left = 2 * (quad % QUADS_ACROSS) * PIXEL;
    const top = 2 * Math.floor(quad / QUADS_ACROSS) * PIXEL;
    return [left, top, left + 2 * PIXEL, top, left, top + 2 * PIXEL];
  }).flatMap((triangle) => [triangle, triangle]);
}
