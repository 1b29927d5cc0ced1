import { WITH_FINE_RATE_WHEN_ORDERED, WITHOUT_SHADING_RATES } from '../../arch/index.js';
import { QUAD_COLUMN, type WaveFormed } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { INTERLOCKS, PRIMITIVE_KINDS } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { excludeLargeSampleInterlocks, generationPoint, getGenerationBins } from './common.js';

/** Fragment sizes in pixels, with their `QUAD_COLUMN.RATE`. */
const RATES = [0, 1, 2].flatMap((y) =>
  [0, 1, 2].map((x) => ({ label: `${1 << x}x${1 << y}`, rate: x | (y << 2) })),
);

/** All possible numbers of fine pixels per fragment. */
const AREAS = [1, 2, 4, 8, 16] as const;

const COARSE_RATES = RATES.filter(({ rate }) => rate !== 0).map(({ label }) => label);

/** A wave's fragments. Sampled for its first quad when the wave is formed. */
export const fragments = covergroup({
  name: 'fragments',
  version: 2,
  text: 'Primitive types, sample counts and fragment sizes that reach the shader.',
  statements: ['S-127', 'S-143', 'S-144', 'S-146', 'P-016'],
  points: {
    generation: generationPoint,
    kind: { text: 'Primitive type of the draw.', bins: labelBins(PRIMITIVE_KINDS) },
    samples: {
      text: 'Samples per pixel.',
      bins: [1, 2, 4, 8, 16].map((samples) => bin(`${samples}x`, [samples])),
    },
    rate: {
      text: 'Fragment size in pixels.',
      statements: ['S-144', 'S-146', 'S-147'],
      bins: RATES.map(({ label, rate }) => bin(label, [rate])),
    },
    interlock: { text: 'Interlock mode of the shader.', statements: ['S-121'], bins: labelBins(INTERLOCKS) },
    order: {
      text: 'Whether the application relies on the ordering that its interlock provides.',
      statements: ['S-143'],
      bins: [bin('of the interlock', [0]), bin('given up', [1])],
    },
    area: {
      text: 'Fine pixels per fragment.',
      statements: ['S-146', 'S-148', 'S-149'],
      bins: AREAS.map((area) => bin(`${area}`, [area])),
    },
    covered: {
      text: 'Number of covered fragments in the first quad; the others are helpers.',
      bins: [1, 2, 3, 4].map((count) => bin(`${count}`, [count])),
    },
  },
  crosses: [
    {
      text: 'Interlock modes and sample counts on each generation (scenarios.md 8, cross 1).',
      of: ['generation', 'interlock', 'samples'],
      bins: [excludeLargeSampleInterlocks('depth surfaces have 8 samples at most')],
    },
    {
      text: 'Interlock modes by sample count and shading rate.',
      of: ['interlock', 'samples', 'area'],
      bins: [
        excludeLargeSampleInterlocks('depth surfaces have 8 samples at most at any rate'),
        ...[2, 4, 8, 16].map((samples) =>
          ignoreCross(
            `a mask has no room for larger fragments at ${samples}x`,
            { samples: [`${samples}x`], area: AREAS.filter((area) => area * samples > 16).map(String) },
            'A fragment mask has only 16 bits for all samples of its fine pixels.',
          ),
        ),
      ],
    },
    { text: 'Primitive types at each sample count.', of: ['kind', 'samples'] },
    { text: 'Covered fragments for each primitive type.', of: ['kind', 'covered'] },
    {
      text: 'Fragment sizes on each generation.',
      of: ['generation', 'rate'],
      bins: [
        ignoreCross(
          'no coarse rates before GFX10.3',
          { generation: getGenerationBins(WITHOUT_SHADING_RATES), rate: COARSE_RATES },
          'Variable-rate shading was introduced in GFX10.3.',
        ),
        ignoreCross(
          'ordering forces pixels on GFX10.3',
          { generation: getGenerationBins(WITH_FINE_RATE_WHEN_ORDERED), rate: COARSE_RATES },
          'GFX10.3 shades ordered primitives at 1x1 (S-144).',
        ),
      ],
    },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    return {
      'wave-formed'(formed) {
        const draw = test().draws[formed.draw];
        if (!draw || formed.quadCount === 0) return;
        values[point.kind] = draw.kind;
        values[point.samples] = draw.samples;
        values[point.rate] = formed.quads[QUAD_COLUMN.RATE]!;
        values[point.interlock] = draw.interlock;
        values[point.order] = draw.isInterlocked ? Number(draw.isRelaxed) : NOT_SAMPLED;
        values[point.area] = countFinePixels(formed.quads[QUAD_COLUMN.RATE]!);
        values[point.covered] = countCovered(formed);
        sampler.sample();
      },
    };
  },
});

/** Returns the number of fine pixels in a fragment with the given `QUAD_COLUMN.RATE`. */
function countFinePixels(rate: number): number {
  return 1 << ((rate & 3) + (rate >> 2));
}

/** Returns the number of covered fragments in a wave's first quad. */
function countCovered({ quads }: WaveFormed): number {
  const masks = quads.subarray(QUAD_COLUMN.MASK01, QUAD_COLUMN.MASK23 + 1);
  return masks.reduce(
    (count, mask) => count + ((mask & 0xffff) === 0 ? 0 : 1) + (mask >>> 16 === 0 ? 0 : 1),
    0,
  );
}
