import type { OrderedAccess, SectionShape } from '../../transactions/index.js';
import { ACCESS_OPERATIONS, ACCESS_PATHS, ACCESS_SIZES, SECTION_SHAPES } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const ATOMICS: readonly OrderedAccess['operation'][] = ['atomic', 'atomic-return'];

/** Shapes that hold accesses. */
const SHAPES: readonly SectionShape[] = SECTION_SHAPES.filter(
  (shape) => shape !== 'none' && shape !== 'empty',
);

/** Accesses that the sections of generated programs make; each is sampled at the first wave of each draw with its program. */
export const programAccesses = covergroup({
  name: 'program-accesses',
  version: 2,
  text: 'Accesses of generated sections.',
  statements: ['S-085', 'S-086', 'S-087', 'S-100', 'S-107'],
  points: {
    generation: generationPoint,
    shape: { text: 'The section that makes it.', bins: labelBins(SHAPES) },
    operation: { text: 'What it does.', bins: labelBins(ACCESS_OPERATIONS) },
    path: { text: 'How it gets to memory.', statements: ['S-087', 'S-107'], bins: labelBins(ACCESS_PATHS) },
    size: {
      text: 'Data of one lane; of loads, stores and updates of buffers.',
      bins: labelBins(ACCESS_SIZES),
    },
  },
  crosses: [
    {
      name: 'operation x path',
      text: 'Operations by every way.',
      of: ['operation', 'path'],
      bins: [
        ignoreCross(
          'scalar memory is read only',
          { path: ['scalar'], operation: ACCESS_OPERATIONS.filter((operation) => operation !== 'load') },
          'Compilers use scalar stores and atomics on no modelled chip.',
        ),
      ],
    },
    { name: 'generation x path', text: 'Ways on each generation.', of: ['generation', 'path'] },
    { name: 'shape x path', text: 'Ways in each shape.', of: ['shape', 'path'] },
    {
      name: 'size x path',
      text: 'Sizes by every way.',
      of: ['size', 'path'],
      bins: [
        ignoreCross('one size', { path: ['image', 'scalar'] }, 'A texel and a scalar word have 4 bytes.'),
      ],
    },
  ],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.generation] = test().generation;
      },
      'wave-formed'({ draw }) {
        if (!facts.isFirstOfDraw) return;
        const { section } = test().draws[draw]?.descriptor ?? {};
        if (section === undefined) return;
        values[point.shape] = SHAPES.indexOf(section.shape);
        for (const step of section.steps) {
          if (typeof step === 'string') continue;
          values[point.operation] = ACCESS_OPERATIONS.indexOf(step.operation);
          values[point.path] = ACCESS_PATHS.indexOf(step.path);
          values[point.size] = hasSize(step) ? ACCESS_SIZES.indexOf(step.size) : NOT_SAMPLED;
          sampler.sample();
        }
      },
    };
  },
});

function hasSize({ operation, path }: OrderedAccess): boolean {
  return path !== 'image' && path !== 'scalar' && !ATOMICS.includes(operation);
}
