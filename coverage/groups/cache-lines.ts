import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';

const CACHES = ['L0', 'GL1', 'scalar'] as const;
const CAUSES = ['bypass', 'stream', 'store', 'eviction'] as const;

/** Lines that leave a cache for a reason other than an invalidating instruction. Sampled when a line leaves. */
export const cacheLines = covergroup({
  name: 'cache-lines',
  version: 2,
  text: 'Reasons for evicting cache lines.',
  statements: ['S-102', 'S-105'],
  points: {
    cache: { text: 'The cache that the line leaves.', bins: labelBins(CACHES) },
    cause: {
      text: 'A coherent load bypassed the line, a streaming load was served, a store wrote through the line, or another line needed the space.',
      bins: labelBins(CAUSES),
    },
  },
  crosses: [
    {
      text: 'Causes of eviction from each cache.',
      of: ['cache', 'cause'],
      bins: [
        ignoreCross(
          'the scalar cache sees no stores',
          { cache: ['scalar'], cause: ['store'] },
          'The scalar cache is read-only, and vector stores do not reach it (S-087).',
        ),
        ignoreCross(
          'scalar loads do not stream',
          { cache: ['scalar'], cause: ['stream'] },
          'Scalar loads have no streaming bit.',
        ),
      ],
    },
  ],
  monitor({ sampler }) {
    const { values, point } = sampler;
    return {
      'line-invalidated'({ cache, by }) {
        if (by === 'instruction') return;
        values[point.cache] = CACHES.indexOf(cache);
        values[point.cause] = CAUSES.indexOf(by);
        sampler.sample();
      },
    };
  },
});
