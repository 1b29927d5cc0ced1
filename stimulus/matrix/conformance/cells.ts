import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Interlock } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { forGenerations, type MatrixCell } from '../cell.js';
import { LAYER_OVERLAP } from '../pace.js';
import { createCoarseLayerParts } from './coarse-layers.js';
import { createFineLayerParts } from './fine-layers.js';
import { createLayerParts } from './layer-parts.js';
import { countLayers, type LayerCase } from './layers.js';

/** The test's interlock modes in row order; `undefined` for shading-rate interlocks. */
const MODES: readonly (readonly [name: string, interlock: Interlock | undefined])[] = [
  ['pixel_ordered', 'pixel-ordered'],
  ['pixel_unordered', 'pixel-unordered'],
  ['sample_ordered', 'sample-ordered'],
  ['sample_unordered', 'sample-unordered'],
  ['shading_rate_ordered', undefined],
  ['shading_rate_unordered', undefined],
];

/** The sample count, sample shading and discards for each block of six rows. */
const BLOCKS: readonly (readonly [
  title: string,
  block: Pick<LayerCase, 'samples' | 'sampleShading' | 'discards'>,
])[] = [
  ['1x', { samples: 1, sampleShading: false, discards: false }],
  [
    '1x, with discards before, inside and after the section',
    { samples: 1, sampleShading: false, discards: true },
  ],
  ['4x without sample shading', { samples: 4, sampleShading: false, discards: false }],
  ['4x with sample shading', { samples: 4, sampleShading: true, discards: false }],
];

const NO_RATE_INTERLOCK = 'no driver reports the shading-rate interlock feature (pops.md 8)';

/** The fields that request a shading rate of 2x2 pixels. */
const COARSE = { 'GE_VRS_RATE.RATE_X': 1, 'GE_VRS_RATE.RATE_Y': 1 };

const ORDERED: LayerCase = {
  interlock: 'pixel-ordered',
  samples: 1,
  sampleShading: false,
  discards: false,
  resource: 'image',
};

function formatRowId(row: number): string {
  return `C${String(row).padStart(2, '0')}`;
}

/** Creates cells C01 to C24, which use images. */
function createModeCells(): MatrixCell[] {
  return BLOCKS.flatMap(([conditions, block], blockIndex) =>
    MODES.flatMap(([name, interlock], mode): MatrixCell[] => {
      const id = formatRowId(blockIndex * MODES.length + mode + 1);
      const title = `${name}, ${conditions}: all bits of every layer are set in order`;
      if (interlock === undefined) return [{ kind: 'forbidden', id, title, reason: NO_RATE_INTERLOCK }];
      // A shader that uses the sample number runs once per sample in any pipeline.
      const sampleShading = block.samples > 1 && (block.sampleShading || interlock.startsWith('sample'));
      const layers: LayerCase = { ...block, sampleShading, interlock, resource: 'image' };
      return [
        {
          kind: 'runs',
          id,
          title,
          knobs: LAYER_OVERLAP,
          make: (target) => createLayerParts(target, layers),
        },
      ];
    }),
  );
}

/** The cells of `dEQP-VK.fragment_shader_interlock.basic` (scenarios.md 1). */
export const CONFORMANCE_CELLS: readonly MatrixCell[] = [
  ...createModeCells(),
  {
    kind: 'runs',
    id: 'C25',
    title: 'a buffer instead of the image, so that the waits use different counters',
    knobs: LAYER_OVERLAP,
    make: (target) => createLayerParts(target, { ...ORDERED, resource: 'ssbo' }),
  },
  {
    kind: 'runs',
    id: 'C26',
    title: 'a buffer instead of the image, with discards',
    knobs: LAYER_OVERLAP,
    make: (target) => createLayerParts(target, { ...ORDERED, resource: 'ssbo', discards: true }),
  },
  {
    kind: 'runs',
    id: 'C27',
    title: '32 layers over 64x64 pixels; wave ids wrap at 63',
    sizes: [64],
    // A layer that covers the whole area has more waves than the window allows. So all layers go into a single binning
    // batch and overlap one bin at a time.
    knobs: {
      ...LAYER_OVERLAP,
      idWrap: 63,
      idWindow: 40,
      binning: setting('binning', 'on'),
      binSize: 16,
      batchPrimitives: 2 * countLayers(ORDERED),
    },
    make: (target) => createLayerParts(target, ORDERED),
  },
  {
    kind: 'runs',
    id: 'C28',
    title:
      'coarse fragments sharing one word per 2x2 block of pixels under a pixel interlock: an application race, so no rule fires',
    forbidden: forGenerations(WITH_WAVE_IDS, 'fragments of ordered shaders are never coarse (S-144)'),
    knobs: LAYER_OVERLAP,
    make: (target) => createCoarseLayerParts(target, COARSE),
  },
  {
    kind: 'runs',
    id: 'C29',
    title:
      'a requested rate of 2x2 is forced to 1x1, because the device cannot combine shading rates with interlocks',
    forbidden: {
      ...forGenerations(['gfx9', 'gfx10'], 'the hardware has no shading rates'),
      gfx11: 'the device combines shading rates with interlocks (pops.md 8); see C30',
    },
    knobs: LAYER_OVERLAP,
    make: (target) => createLayerParts(target, { ...ORDERED, resource: 'ssbo' }, COARSE),
  },
  {
    kind: 'runs',
    id: 'C30',
    title: 'coarse fragments are ordered at each of their pixels',
    forbidden: forGenerations(WITH_WAVE_IDS, 'fragments of ordered shaders are never coarse (S-144)'),
    knobs: LAYER_OVERLAP,
    make: (target) => createFineLayerParts(target, COARSE),
  },
];
