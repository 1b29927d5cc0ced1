import {
  ORDERING_GENERATIONS,
  WITH_OPTIONAL_DRAINS,
  WITHOUT_BREAK_REGIONS,
  WITHOUT_DRAINS,
  WITHOUT_WAVE32,
} from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { HIGH_SAMPLE_COUNTS, INTERLOCKS, PRIMITIVE_KINDS } from '../collector/test-facts.js';
import { CLOSE_REASONS } from '../collector/wave-facts.js';
import { bin, eachValue, ignoreBin, ignoreCross, labelBins, stepRanges, transition } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import {
  excludeLargeSampleInterlocks,
  generationPoint,
  getGenerationBins,
  getMaxPackers,
  getMaxPackersOn,
} from './common.js';

const MAX_PACKERS = getMaxPackers();

const QUAD_BINS = [
  bin('1', [1]),
  bin('2-3', [[2, 3]]),
  bin('4-7', [[4, 7]]),
  bin('8', [8], { text: 'a full wave32' }),
  bin('9-15', [[9, 15]]),
  bin('16', [16], { text: 'a full wave64' }),
];

/** How packers group primitives into waves. Sampled when a wave is formed. */
export const waveFormation = covergroup({
  name: 'wave-formation',
  version: 3,
  text: 'How quads of primitives are packed into waves.',
  statements: ['S-060', 'P-039'],
  points: {
    generation: generationPoint,
    lanes: {
      text: 'Number of lanes in the wave.',
      statements: ['P-026', 'P-110'],
      bins: [bin('wave32', [32]), bin('wave64', [64])],
    },
    closing: {
      text: 'Why the packer closed the wave.',
      bins: CLOSE_REASONS.map((reason, value) =>
        bin(reason, [value], reason === 'drain' ? { statements: ['S-131', 'S-133', 'S-134'] } : {}),
      ),
    },
    quads: { text: 'Number of quads in the wave.', bins: QUAD_BINS },
    primitives: { text: 'Number of primitives that share the wave.', bins: stepRanges([1, 2, 3, 5]) },
    packer: {
      text: 'Packer that formed the wave.',
      statements: ['S-014', 'S-015', 'P-063'],
      bins: eachValue('packer', 0, MAX_PACKERS - 1),
    },
    before: {
      text: 'Packer that formed the previous wave.',
      statements: ['P-059', 'P-063'],
      bins: eachValue('packer', 0, MAX_PACKERS - 1),
    },
    kind: { text: 'Primitive type of the draw.', bins: labelBins(PRIMITIVE_KINDS) },
    samples: {
      text: 'Sample count of the render target.',
      statements: ['S-127'],
      bins: [1, 2, 4, 8, 16].map((samples) => bin(`${samples}x`, [samples])),
    },
    manySamples: {
      text: "Which of the draw's sample counts are high enough that the chip misses overlaps unless it drains.",
      statements: ['S-129', 'S-130'],
      bins: HIGH_SAMPLE_COUNTS.map((counts, value) =>
        counts === 'rasterised alone'
          ? ignoreBin(counts, [value], 'Depth surfaces have at least as many samples.')
          : bin(counts, [value]),
      ),
    },
    interlock: { text: 'Interlock mode of the shader.', statements: ['S-121'], bins: labelBins(INTERLOCKS) },
    sequence: {
      text: 'Close reasons of consecutive waves.',
      transitions: [
        transition('full => full', [[0], [0]]),
        transition('overlap => overlap => overlap', [[1], [1], [1]], { text: 'a stack of primitives' }),
        transition('full => overlap', [[0], [1]]),
        transition('timeout => full', [[3], [0]]),
      ],
    },
  },
  crosses: [
    {
      text: 'Wave sizes on each generation.',
      of: ['generation', 'lanes'],
      bins: [
        ignoreCross(
          'gfx9 has no wave32',
          { generation: getGenerationBins(WITHOUT_WAVE32), lanes: ['wave32'] },
          'Wave32 was introduced in GFX10.',
        ),
      ],
    },
    {
      text: 'Close reasons on each generation.',
      of: ['generation', 'closing'],
      bins: [
        ignoreCross(
          'gfx9 has no wave-break region',
          { generation: getGenerationBins(WITHOUT_BREAK_REGIONS), closing: ['region'] },
          'WAVE_BREAK_REGION_SIZE was introduced in GFX10.',
        ),
        ignoreCross(
          'gfx11 has no drain',
          { generation: getGenerationBins(WITHOUT_DRAINS), closing: ['drain'] },
          'GFX11 removed DB_DFSM_CONTROL.',
        ),
        ignoreCross(
          'gfx10.3 needs no drain',
          { generation: getGenerationBins(WITH_OPTIONAL_DRAINS), closing: ['drain'] },
          'No chip of this generation needs the drain, so draws never request it (S-135).',
        ),
      ],
    },
    {
      text: 'Quads per wave for each wave size.',
      of: ['lanes', 'quads'],
      bins: [
        ignoreCross(
          'wave32 holds 8 quads',
          { lanes: ['wave32'], quads: ['9-15', '16'] },
          'A wave32 has lanes for eight quads.',
        ),
      ],
    },
    {
      text: 'Packers on each generation.',
      of: ['generation', 'packer'],
      bins: ORDERING_GENERATIONS.filter((gfx) => getMaxPackersOn(gfx) < MAX_PACKERS).map((gfx) =>
        ignoreCross(
          `${gfx} has ${getMaxPackersOn(gfx)} packers`,
          {
            generation: [gfx],
            packer: Array.from(
              { length: MAX_PACKERS - getMaxPackersOn(gfx) },
              (_, i) => `packer[${getMaxPackersOn(gfx) + i}]`,
            ),
          },
          'The modelled chips of this generation have fewer packers.',
        ),
      ),
    },
    { text: 'Packers of consecutive waves.', of: ['before', 'packer'] },
    { text: 'Close reasons for each primitive type.', of: ['closing', 'kind'] },
    {
      text: 'Interlock modes at each sample count.',
      of: ['interlock', 'samples'],
      bins: [excludeLargeSampleInterlocks('depth surfaces have 8 samples at most')],
    },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    let previousPacker = NOT_SAMPLED;
    return {
      begin() {
        previousPacker = NOT_SAMPLED;
        values[point.lanes] = test().lanes;
      },
      'wave-formed'(formed) {
        const draw = test().draws[formed.draw];
        const closeReason = CLOSE_REASONS.indexOf(formed.reason);
        values[point.closing] = closeReason;
        values[point.sequence] = closeReason;
        values[point.quads] = formed.quadCount;
        values[point.primitives] = countPrimitives(formed.quads, formed.quadCount);
        values[point.packer] = formed.packer;
        values[point.before] = previousPacker;
        previousPacker = formed.packer;
        if (draw) {
          values[point.samples] = draw.samples;
          values[point.manySamples] = draw.manySamples;
          values[point.kind] = draw.kind;
          values[point.interlock] = draw.interlock;
        }
        sampler.sample();
      },
    };
  },
});

/**
 * Counts the distinct primitives among the quads. If bins are rasterised one at a time, a primitive may reappear after
 * a different one.
 */
function countPrimitives(quads: Int32Array, quadCount: number): number {
  const getPrimitive = (quad: number): number => quads[quad * QUAD_COLUMNS + QUAD_COLUMN.PRIMITIVE]!;
  let count = 0;
  for (let quad = 0; quad < quadCount; quad++) {
    let firstQuad = 0;
    while (getPrimitive(firstQuad) !== getPrimitive(quad)) firstQuad++;
    if (firstQuad === quad) count++;
  }
  return count;
}
