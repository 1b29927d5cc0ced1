import { setting } from '../../../transactions/index.js';
import type { MatrixCell, RunnableCell } from '../cell.js';
import { LAYER_OVERLAP } from '../pace.js';
import { type AbufferScene, createAbufferParts } from './abuffer-parts.js';
import { SLOTS } from './abuffer-text.js';
import { createSpinlockParts } from './spinlock.js';

/** A scene with as many layers as a location has slots. */
const FITTING_SCENE: AbufferScene = {
  samples: 1,
  interlock: 'pixel-unordered',
  layers: SLOTS,
  usesStrips: true,
  hasDepthTest: false,
};
/** A scene with twice as many layers as a location has slots. */
const OVERFULL_SCENE: AbufferScene = { ...FITTING_SCENE, layers: 2 * SLOTS };

function createTransparencyCell(
  id: string,
  title: string,
  scene: AbufferScene,
  overrides: Pick<RunnableCell, 'sizes' | 'knobs'> = {},
): MatrixCell {
  return {
    kind: 'runs',
    id,
    title,
    knobs: LAYER_OVERLAP,
    ...overrides,
    make: (target) => createAbufferParts(target, scene),
  };
}

/** N01 to N10: order-independent transparency with interlocks (scenarios.md 4). */
export const TRANSPARENCY_CELLS: readonly MatrixCell[] = [
  createTransparencyCell(
    'N01',
    'without antialiasing: each fragment increments a counter and stores to a slot',
    FITTING_SCENE,
  ),
  createTransparencyCell(
    'N02',
    'more layers than slots: read all slots, replace the furthest, and store the evicted layer after the section',
    { ...OVERFULL_SCENE, blendsTail: true },
  ),
  createTransparencyCell('N03', '4x, pixel interlock, with coverage masks; triangles share pixels', {
    ...FITTING_SCENE,
    samples: 4,
  }),
  createTransparencyCell('N04', '4x, sample interlock', {
    ...OVERFULL_SCENE,
    samples: 4,
    interlock: 'sample-unordered',
    usesStrips: false,
  }),
  createTransparencyCell('N05', 'one sample, twice the area', OVERFULL_SCENE, { sizes: [16, 32] }),
  createTransparencyCell('N06', '8x, pixel interlock', { ...OVERFULL_SCENE, samples: 8, usesStrips: false }),
  createTransparencyCell(
    'N07',
    '8x, sample interlock',
    { ...OVERFULL_SCENE, samples: 8, interlock: 'sample-unordered', usesStrips: false },
    // A layer that covers the whole area has more waves than there are slots. So all layers go into a single binning
    // batch and overlap one bin at a time.
    {
      knobs: {
        ...LAYER_OVERLAP,
        binning: setting('binning', 'on'),
        binSize: 8,
        batchPrimitives: OVERFULL_SCENE.layers,
      },
    },
  ),
  createTransparencyCell('N08', 'no early depth comparison, so every section writes', {
    ...FITTING_SCENE,
    usesStrips: false,
  }),
  createTransparencyCell('N09', 'the depth comparison skips the section’s body for some or all lanes', {
    ...OVERFULL_SCENE,
    hasDepthTest: true,
  }),
  {
    kind: 'runs',
    id: 'N10',
    title: 'a spinlock draw alongside an interlocked draw',
    knobs: LAYER_OVERLAP,
    make: (target) => createSpinlockParts(target, FITTING_SCENE),
  },
];
