import { getOrderingGeneration, isDataShare, WITHOUT_GL1 } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const LEVELS = ['L0', 'GL1', 'L2'] as const;
const OPERATIONS = ['load', 'store'] as const;

/** The bins of generations without a GL1, none of whose chips have one. */
const NO_GL1 = WITHOUT_GL1.filter((gfx) => getOrderingGeneration(gfx) === gfx);

/** Flags an outstanding access as its wave's first ordered read. The other bits hold its index into `OPERATIONS`. */
const FIRST_READ = 4;

/** Where accesses are performed when caches may hold stale data. Sampled when an access is performed. */
export const cacheLevels = covergroup({
  name: 'cache-levels',
  version: 5,
  text: 'Cache levels that serve accesses while caches may be stale.',
  statements: ['S-097', 'S-099', 'S-100', 'P-007', 'P-021'],
  points: {
    generation: generationPoint,
    level: {
      text: 'The cache level that served the access.',
      statements: ['P-007', 'P-021', 'P-145'],
      bins: labelBins(LEVELS),
    },
    operation: { text: 'Type of access; atomics execute in L2.', bins: labelBins(OPERATIONS) },
    first: {
      text: "Level that served a wave's first read of ordered memory; L0 may be the scalar cache.",
      statements: ['S-094', 'S-100', 'S-104', 'S-105'],
      bins: labelBins(LEVELS),
    },
  },
  crosses: [
    {
      text: 'Levels on each generation.',
      of: ['generation', 'level'],
      bins: [
        ignoreCross(
          'GFX9 has no GL1',
          { generation: NO_GL1, level: ['GL1'] },
          'On GFX9, L2 follows L0 directly (P-008 describes later chips).',
        ),
      ],
    },
    {
      text: 'Levels by type of access.',
      of: ['operation', 'level'],
      bins: [
        ignoreCross(
          'GL1 takes no stores',
          { operation: ['store'], level: ['GL1'] },
          'Stores bypass GL1 on their way to L2, or stay in L0.',
        ),
      ],
    },
    {
      text: "Where a wave's first ordered read is served on each generation.",
      of: ['generation', 'first'],
      bins: [
        ignoreCross(
          'GFX9 has no GL1',
          { generation: NO_GL1, first: ['GL1'] },
          'On GFX9, L2 follows L0 directly (P-008 describes later chips).',
        ),
      ],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const hasRead = table.column();
    /** The operation of each access in flight, possibly with the flag `FIRST_READ`, by access number. */
    const inFlight = table.perTest(new Map<number, number>());
    return {
      'memory-issued'({ wave, access, operation, space }) {
        if (
          test().freedoms.caches === setting('caches', 'coherent') ||
          operation === 'atomic' ||
          isDataShare(space)
        )
          return;
        const isFirst = facts.isOrdered && operation === 'load' && hasRead.get(wave) === 0;
        if (isFirst) hasRead.set(wave, 1);
        inFlight.set(access, OPERATIONS.indexOf(operation) + (isFirst ? FIRST_READ : 0));
      },
      'memory-performed'({ access, level }) {
        const taggedOperation = inFlight.get(access);
        if (taggedOperation === undefined || level === 'LDS' || level === 'GDS') return;
        inFlight.delete(access);
        const levelIndex = LEVELS.indexOf(level);
        values[point.operation] = taggedOperation % FIRST_READ;
        values[point.level] = levelIndex;
        values[point.first] = taggedOperation >= FIRST_READ ? levelIndex : NOT_SAMPLED;
        sampler.sample();
      },
    };
  },
});
