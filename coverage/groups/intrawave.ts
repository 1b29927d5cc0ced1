import { popcount } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { INTERLOCKS } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { idGenerationPoint } from './common.js';

/** Mask of the quads that start a layer in the worked example in the source documents: 2, 7, 8 and 9 (S-066). */
const WORKED_EXAMPLE = (1 << 2) | (1 << 7) | (1 << 8) | (1 << 9);

const LAYER_SIZES = ['one quad', 'up to half', 'more than half'] as const;

/**
 * Overlapping invocations within a wave. Sampled at wave formation if the wave's program has the intrawave
 * argument.
 */
export const intrawave = covergroup({
  name: 'intrawave',
  version: 1,
  text: 'Layers of overlapping invocations within a wave.',
  statements: ['S-058', 'S-061', 'S-062', 'S-063', 'S-067'],
  points: {
    generation: idGenerationPoint,
    lanes: {
      text: 'Number of lanes in the wave, which limits the size of the mask.',
      statements: ['S-061', 'S-064'],
      bins: [bin('wave32', [32]), bin('wave64', [64])],
    },
    layers: {
      text: 'Number of layers that the wave runs sequentially; each layer after the first takes another iteration.',
      statements: ['S-058', 'S-067', 'S-071', 'S-074'],
      bins: stepRanges([1, 2, 3, 5, 9]),
    },
    mask: {
      text: 'Mask of the quads that start a layer.',
      statements: ['S-061', 'S-062', 'S-063', 'S-066'],
      bins: [
        bin('none', [0], { text: 'no layer starts within the wave' }),
        bin('worked case', [WORKED_EXAMPLE], {
          text: 'quads 2, 7, 8 and 9: lanes 0-7, 8-27, 28-31, 32-35 and 36-63 in sequence',
          statements: ['S-066'],
        }),
        bin('other', 'others'),
      ],
    },
    largest: {
      text: 'Size of the largest layer: subgroup operations see fewer lanes inside the section than outside.',
      statements: ['S-067', 'S-068', 'S-069', 'S-070'],
      bins: labelBins(LAYER_SIZES),
    },
    samples: {
      text: 'Sample count of the render target.',
      statements: ['S-072', 'S-073', 'S-122'],
      bins: [1, 2, 4, 8].map((samples) => bin(`${samples}x`, [samples])),
    },
    interlock: {
      text: 'Interlock mode of the shader.',
      statements: ['S-072', 'S-073', 'S-121'],
      bins: labelBins(INTERLOCKS),
    },
  },
  crosses: [
    { text: 'Layers on each generation.', of: ['generation', 'layers'] },
    {
      text: 'Layers for each wave size.',
      of: ['lanes', 'layers'],
      bins: [
        ignoreCross(
          'wave32 has 8 quads',
          { lanes: ['wave32'], layers: ['9+'] },
          'A wave32 has lanes for eight quads.',
        ),
      ],
    },
    { text: 'Layers at each sample count; shared edges cause layers (S-073).', of: ['samples', 'layers'] },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.lanes] = test().lanes;
      },
      'wave-formed'({ draw, intrawaveMask, quadCount }) {
        const facts = test().draws[draw];
        if (facts === undefined || !facts.receivesLayerMask) return;
        values[point.mask] = intrawaveMask;
        values[point.layers] = popcount(intrawaveMask & ~1) + 1;
        values[point.largest] = classifyLargest(intrawaveMask, quadCount);
        values[point.samples] = facts.samples;
        values[point.interlock] = facts.interlock;
        sampler.sample();
      },
    };
  },
});

/** Returns the index into `LAYER_SIZES` for the size of the largest layer. */
function classifyLargest(mask: number, quads: number): number {
  let largest = 0;
  let size = 0;
  for (let quad = 0; quad < quads; quad++) {
    size = quad > 0 && ((mask >> quad) & 1) === 1 ? 1 : size + 1;
    largest = Math.max(largest, size);
  }
  if (largest === 1) return 0;
  return largest * 2 <= quads ? 1 : 2;
}
