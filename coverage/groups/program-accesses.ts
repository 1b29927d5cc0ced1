import type { MemorySpace } from '../../arch/index.js';
import {
  ACCESS_OPERATIONS,
  ACCESS_PATHS,
  ACCESS_SIZES,
  type AccessSize,
  type OrderedAccess,
  SECTION_SHAPES,
  type SectionShape,
} from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import type { DrawFacts } from '../collector/test-facts.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const ATOMICS: readonly OrderedAccess['operation'][] = ['atomic', 'atomic-return'];

/** The section shapes that have accesses. */
const SHAPES: readonly SectionShape[] = SECTION_SHAPES.filter(
  (shape) => shape !== 'none' && shape !== 'empty',
);

/** The operations that transactions report for section accesses. An update appears as a load and a store. */
const ISSUED = ['load', 'store', 'atomic', 'atomic-return'] as const;

/** The address spaces of the paths. */
const SPACES = ['buffer', 'image', 'global', 'flat', 'scalar'] as const;

/** Bytes per lane, by access size. */
const SIZE_BYTES: Readonly<Record<AccessSize, number>> = { u8: 1, u16: 2, b32: 4, b64: 8, b96: 12, b128: 16 };

const MAX_BYTES = 16;

/**
 * Accesses in generated sections. Sampled at the end of the test, once for each draw that made the access. Accesses
 * with the same operation, space and size are indistinguishable, so seeing one counts as seeing them all.
 */
export const programAccesses = covergroup({
  name: 'program-accesses',
  version: 3,
  text: 'Accesses in generated sections.',
  statements: ['S-085', 'S-086', 'S-087', 'S-100', 'S-107'],
  points: {
    generation: generationPoint,
    shape: { text: 'Shape of the section.', bins: labelBins(SHAPES) },
    operation: { text: 'Type of access.', bins: labelBins(ACCESS_OPERATIONS) },
    path: { text: 'Path to memory.', statements: ['S-087', 'S-107'], bins: labelBins(ACCESS_PATHS) },
    size: {
      text: 'Data size per lane, for loads, stores and updates of buffers.',
      bins: labelBins(ACCESS_SIZES),
    },
  },
  crosses: [
    {
      text: 'Operations on each path.',
      of: ['operation', 'path'],
      bins: [
        ignoreCross(
          'scalar memory is read only',
          { path: ['scalar'], operation: ACCESS_OPERATIONS.filter((operation) => operation !== 'load') },
          'Compilers do not use scalar stores or atomics on any modelled chip.',
        ),
      ],
    },
    { text: 'Paths on each generation.', of: ['generation', 'path'] },
    { text: 'Paths in each shape.', of: ['shape', 'path'] },
    {
      text: 'Sizes on each path.',
      of: ['size', 'path'],
      bins: [ignoreCross('one size', { path: ['image', 'scalar'] }, 'Texels and scalar words are 4 bytes.')],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    /** Keys (`makeAccessKey`) of the ordered accesses that any wave has made. */
    const seenAccesses = table.perTest(new Set<number>());
    return {
      'memory-issued'({ wave, operation, space, bytes, glc, scope, counter }) {
        if (!facts.isOrdered) return;
        const returnsValue = scope === undefined ? glc : counter === 'vm';
        const issued = operation === 'atomic' && returnsValue ? 'atomic-return' : operation;
        seenAccesses.add(makeAccessKey(facts.draw.get(wave), issued, space, bytes));
      },
      quiesced() {
        test().draws.forEach(sampleDraw);
      },
    };

    function sampleDraw({ descriptor }: DrawFacts, draw: number): void {
      if (descriptor === undefined) return;
      const { shape, steps } = descriptor.section;
      values[point.shape] = SHAPES.indexOf(shape);
      for (const step of steps) {
        if (typeof step === 'string' || !isExercised(step, draw)) continue;
        values[point.operation] = ACCESS_OPERATIONS.indexOf(step.operation);
        values[point.path] = ACCESS_PATHS.indexOf(step.path);
        values[point.size] = hasSize(step) ? ACCESS_SIZES.indexOf(step.size) : NOT_SAMPLED;
        sampler.sample();
      }
    }

    function isExercised(step: OrderedAccess, draw: number): boolean {
      const { operation, path, size } = step;
      const space = path === 'waterfall' ? 'buffer' : path;
      const bytes = hasSize(step) ? SIZE_BYTES[size] : SIZE_BYTES.b32;
      const operations = operation === 'update' ? (['load', 'store'] as const) : [operation];
      return operations.every((issued) => seenAccesses.has(makeAccessKey(draw, issued, space, bytes)));
    }
  },
});

/** Returns a number that identifies a draw and a type of access. */
function makeAccessKey(
  draw: number,
  issued: (typeof ISSUED)[number],
  space: MemorySpace,
  bytes: number,
): number {
  const type = ISSUED.indexOf(issued) * SPACES.length + SPACES.indexOf(space as (typeof SPACES)[number]);
  return (draw * ISSUED.length * SPACES.length + type) * (MAX_BYTES + 1) + bytes;
}

function hasSize({ operation, path }: OrderedAccess): boolean {
  return path !== 'image' && path !== 'scalar' && !ATOMICS.includes(operation);
}
