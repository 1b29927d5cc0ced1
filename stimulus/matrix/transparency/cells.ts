import { setting } from '../../../transactions/index.js';
import type { MatrixCell, RunnableCell } from '../cell.js';
import { LAYERS_MEET } from '../pace.js';
import { type AbufferScene, abufferParts } from './abuffer-parts.js';
import { SLOTS } from './abuffer-text.js';
import { besideSpinlock } from './spinlock.js';

/** As many layers as a location has slots, and more. */
const FITTING: AbufferScene = {
  samples: 1,
  interlock: 'pixel-unordered',
  layers: SLOTS,
  strips: true,
  compares: false,
};
const EXCEEDING: AbufferScene = { ...FITTING, layers: 2 * SLOTS };

function transparencyCell(
  id: string,
  title: string,
  scene: AbufferScene,
  more: Pick<RunnableCell, 'sizes' | 'knobs'> = {},
): MatrixCell {
  return {
    kind: 'runs',
    id,
    title,
    knobs: LAYERS_MEET,
    ...more,
    make: (target) => abufferParts(target, scene),
  };
}

/** N01 to N10: order-independent transparency with interlock (scenarios.md 4). */
export const TRANSPARENCY_CELLS: readonly MatrixCell[] = [
  transparencyCell('N01', 'without antialiasing, counter and store', FITTING),
  transparencyCell(
    'N02',
    'more layers than slots: read all, replace the furthest, store what leaves behind the section',
    { ...EXCEEDING, blendsBehind: true },
  ),
  transparencyCell('N03', '4x by pixel with its coverage; edges shared within pixels', {
    ...FITTING,
    samples: 4,
  }),
  transparencyCell('N04', '4x by sample', {
    ...EXCEEDING,
    samples: 4,
    interlock: 'sample-unordered',
    strips: false,
  }),
  transparencyCell('N05', 'one sample at twice the size', EXCEEDING, { sizes: [16, 32] }),
  transparencyCell('N06', '8x by pixel', { ...EXCEEDING, samples: 8, strips: false }),
  transparencyCell(
    'N07',
    '8x by sample',
    { ...EXCEEDING, samples: 8, interlock: 'sample-unordered', strips: false },
    // A layer of the whole area has more waves than slots: layers meet bin by bin, all of them in one batch.
    {
      knobs: {
        ...LAYERS_MEET,
        binning: setting('binning', 'on'),
        binSize: 8,
        batchPrimitives: EXCEEDING.layers,
      },
    },
  ),
  transparencyCell('N08', 'without the early depth compare: each section writes', {
    ...FITTING,
    strips: false,
  }),
  transparencyCell('N09', 'bodies that the depth compare skips for some lanes, or all', {
    ...EXCEEDING,
    compares: true,
  }),
  {
    kind: 'runs',
    id: 'N10',
    title: 'a draw that spins for locks beside one with interlock',
    knobs: LAYERS_MEET,
    make: (target) => besideSpinlock(target, FITTING),
  },
];
