import { covergroup } from '../collector/monitor.js';
import { illegalBin, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { idGenerationPoint } from './common.js';

const WINDOWS = ['first quarter', 'to three quarters', 'last quarter', 'edge'] as const;

/** How far a wave is from the newest wave that it overlaps. Sampled when an overlapping wave is formed. */
export const distance = covergroup({
  name: 'distance',
  version: 2,
  text: 'Distance in ids between a wave and the newest wave that it overlaps.',
  statements: ['S-016', 'S-033', 'S-035'],
  points: {
    generation: idGenerationPoint,
    distance: {
      text: "The wave's id minus the id of the newest wave it overlaps, modulo the number of ids.",
      bins: [
        illegalBin(
          '0',
          [0],
          'The newest overlapped wave is the wave itself, so its polling loop would never end.',
          ['S-035'],
        ),
        ...stepRanges([1, 2, 4, 8, 16, 64, 256]),
      ],
    },
    window: {
      text: "Which part of the id window the distance falls in; 'edge' is exactly the window size.",
      bins: labelBins(WINDOWS),
    },
  },
  crosses: [{ text: 'Distances on each generation.', of: ['generation', 'distance'] }],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      'wave-formed'({ wave, didOverlap }) {
        if (!didOverlap || !test().hasWaveIds) return;
        const idDistance = facts.getIdDistance(wave, test());
        values[point.distance] = idDistance;
        values[point.window] =
          idDistance === 0 ? NOT_SAMPLED : classifyWindow(idDistance, test().freedoms.idWindow);
        sampler.sample();
      },
    };
  },
});

/**
 * Returns the index into `WINDOWS`, or `NOT_SAMPLED` if the distance exceeds the window. The hardware then reports a
 * wave that exited long ago, so the wait ends immediately (U6).
 */
function classifyWindow(idDistance: number, window: number): number {
  if (idDistance > window) return NOT_SAMPLED;
  if (idDistance === window) return 3;
  if (idDistance * 4 <= window) return 0;
  return idDistance * 4 <= window * 3 ? 1 : 2;
}
