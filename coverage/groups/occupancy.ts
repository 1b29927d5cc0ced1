import { covergroup } from '../collector/monitor.js';
import { bin, labelBins, stepRanges, transition } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const LEVELS = ['alone', 'first half', 'second half', 'last slot'] as const;

/** How full the device is when a wave is launched. */
export const occupancy = covergroup({
  name: 'occupancy',
  version: 1,
  text: 'Wave slots and launches.',
  statements: ['P-036'],
  points: {
    generation: generationPoint,
    level: { text: 'Wave slots in use, the new wave included.', bins: labelBins(LEVELS) },
    queued: { text: 'Waves that are formed and not yet launched.', bins: stepRanges([0, 1, 4, 16]) },
    refusals: {
      text: 'Refusals before the launch, for want of a slot.',
      bins: [bin('none', [0]), bin('some', [[1, 0x7fffffff]])],
    },
    latency: {
      text: 'Cycles from the formation of the wave to its launch.',
      statements: ['P-074'],
      bins: stepRanges([0, 16, 64, 256, 1024]),
    },
    trend: {
      text: 'Levels of launches one after another.',
      transitions: [
        transition('alone => alone', [[0], [0]], { text: 'waves one at a time' }),
        transition('last slot => last slot => last slot', [[3], [3], [3]], { text: 'a full device' }),
        transition('second half => first half', [[2], [1]], { text: 'the device drains' }),
        transition('first half => second half', [[1], [2]], { text: 'the device fills' }),
      ],
    },
  },
  crosses: [
    { name: 'generation x level', text: 'Load of each generation.', of: ['generation', 'level'] },
    { name: 'level x queued', text: 'Load and backlog.', of: ['level', 'queued'] },
  ],
  monitor({ sampler, table, test }) {
    const { values, point } = sampler;
    const formedAt = table.column();
    const refusals = table.column();
    let inSlots = 0;
    let queued = 0;
    return {
      begin() {
        inSlots = 0;
        queued = 0;
        values[point.generation] = test().generation;
      },
      'wave-formed'({ wave, cycle }) {
        queued++;
        formedAt.set(wave, cycle);
      },
      'launch-refused'({ wave }) {
        refusals.add(wave, 1);
      },
      'wave-launched'({ wave, cycle }) {
        inSlots++;
        queued--;
        const level = levelOf(inSlots, test().freedoms.waveSlots);
        values[point.level] = level;
        values[point.trend] = level;
        values[point.queued] = queued;
        values[point.refusals] = refusals.get(wave);
        values[point.latency] = cycle - formedAt.get(wave);
        sampler.sample();
      },
      'resource-released'() {
        inSlots--;
      },
    };
  },
});

/** Index into `LEVELS`. */
function levelOf(inSlots: number, slots: number): number {
  if (inSlots === 1) return 0;
  if (inSlots >= slots) return 3;
  return inSlots * 2 <= slots ? 1 : 2;
}
