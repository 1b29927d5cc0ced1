import { GENERATIONS, isDataShare } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const LEVELS = ['L0', 'GL1', 'L2'] as const;
const OPERATIONS = ['load', 'store'] as const;

/** Where accesses are performed when caches may hold old data; sampled where each is performed. */
export const cacheLevels = covergroup({
  name: 'cache-levels',
  version: 1,
  text: 'Levels that serve accesses while caches may be stale.',
  statements: ['S-097', 'S-099', 'S-100'],
  points: {
    generation: generationPoint,
    level: { text: 'Nearest level that served the access.', bins: labelBins(LEVELS) },
    operation: { text: 'What the access does; atomics take place in L2.', bins: labelBins(OPERATIONS) },
  },
  crosses: [
    {
      name: 'generation x level',
      text: 'Levels on each generation.',
      of: ['generation', 'level'],
      bins: [
        ignoreCross(
          'GFX9 has no GL1',
          { generation: ['gfx9'], level: ['GL1'] },
          'Its L0 lies right above L2 (P-008 speaks of later chips).',
        ),
      ],
    },
    {
      name: 'operation x level',
      text: 'Levels by what the access does.',
      of: ['operation', 'level'],
      bins: [
        ignoreCross(
          'GL1 takes no stores',
          { operation: ['store'], level: ['GL1'] },
          'Stores pass it on their way to L2, or stay in L0.',
        ),
      ],
    },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    /** Kinds of accesses under way, by number: index into `OPERATIONS`. */
    const underWay = new Map<number, number>();
    return {
      begin() {
        underWay.clear();
        values[point.generation] = GENERATIONS.indexOf(test().gfx);
      },
      'memory-issued'({ access, operation, space }) {
        if (test().freedoms.caches === 0 || operation === 'atomic' || isDataShare(space)) return;
        underWay.set(access, OPERATIONS.indexOf(operation));
      },
      'memory-performed'({ access, level }) {
        const operation = underWay.get(access);
        if (operation === undefined || level === 'LDS' || level === 'GDS') return;
        underWay.delete(access);
        values[point.operation] = operation;
        values[point.level] = LEVELS.indexOf(level);
        sampler.sample();
      },
    };
  },
});
