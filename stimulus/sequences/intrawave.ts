import { setting } from '../../transactions/index.js';
import { createIntrawaveSequence } from '../intrawave/sequence.js';
import { getBlockVertices } from '../matrix/blocks.js';
import { createQuadStacks } from '../matrix/scenes.js';
import { PIXEL, type Triangle } from '../scenes/geometry.js';
import { claim, IDS_WRAP, LAYERS, WAVES_OVERLAP } from '../sequence.js';

/**
 * Draws overlapping invocations within one wave, which the shader separates using its intrawave argument (S-058). On
 * GFX11 and later, overlapping invocations always go to different waves (S-075).
 */
export const intrawaveLayers = createIntrawaveSequence({
  name: 'intrawave_layers',
  text: 'a section that runs layer by layer when lanes of a wave overlap',
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
});

/**
 * Like `intrawave_layers`, but with a program that expands the quad mask to lanes and therefore needs no masking
 * (S-065).
 */
export const intrawaveLanes = createIntrawaveSequence({
  name: 'intrawave_lanes',
  text: 'a section that runs layer by layer, with the quad mask expanded to lanes',
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
  mask: 'expanded-lanes',
});

/**
 * Like `intrawave_layers`, but with a sample interlock: lanes on the same pixel share a layer if they have no sample in
 * common (S-072, S-117).
 */
export const intrawaveSamples = createIntrawaveSequence({
  name: 'intrawave_samples',
  text: 'a section that runs layer by layer when lanes of a wave share samples',
  claims: [WAVES_OVERLAP, LAYERS, IDS_WRAP],
  features: [],
  foldUnit: 'samples',
});

/** Knobs that keep waves open until the last quad, and report only real overlaps. */
const WHOLE_WAVES = {
  packers: 1,
  formationTimeout: 4096,
  primitivesPerWave: 16,
  binning: setting('binning', 'off'),
  overlapReach: setting('overlapReach', 'exact'),
} as const;

/**
 * The number of quads in each primitive. They all start at the same quad, so every primitive after the first starts a
 * new layer (S-066).
 */
const QUADS = [2, 5, 1, 1, 7] as const;

/**
 * Runs the worked example from the source documents. In a wave64 with mask bits 2, 7, 8 and 9, lanes 0-7, 8-27, 28-31,
 * 32-35 and 36-63 run as successive groups. Each wave32 has eight quads.
 */
export const intrawaveWorkedCase = createIntrawaveSequence({
  name: 'intrawave_worked_case',
  text: 'the worked example from the documents: layers start at quads 0, 2, 7, 8 and 9, in one wave64 or two wave32s',
  claims: [claim('layers start as in the worked example', 30, 'intrawave/mask/worked case')],
  directed: {
    scene: { width: 16, height: 2, draws: [QUADS.map(createRow)], names: ['exact-waves'] },
    knobs: { ...WHOLE_WAVES, overlapEntries: 1024 },
  },
});

/** Returns a triangle that is one pixel high and covers the upper row of the given number of quads. */
function createRow(quads: number): Triangle {
  return [0, 0, 4 * quads * PIXEL, 0, 0, PIXEL];
}

/** The area's edge length in pixels. Large enough that its quads fill more waves than a small id space has ids. */
const EDGE = 64;

/**
 * Runs waves that overlap only themselves: two consecutive triangles on each quad of an area. Also used by
 * `wide_windows`.
 */
export const stackedQuads = createIntrawaveSequence({
  name: 'stacked_quads',
  text: 'two-layer waves that do not overlap any other wave',
  claims: [],
  directed: {
    scene: {
      width: EDGE,
      height: EDGE,
      draws: [createQuadStacks(EDGE, 2).map(getBlockVertices)],
      names: ['exact-waves'],
    },
    // Slow exits fill the window.
    knobs: { ...WHOLE_WAVES, falseOverlap: 0, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
  },
});
