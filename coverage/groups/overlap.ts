import { covergroup } from '../collector/monitor.js';
import { CLOSINGS } from '../collector/wave-facts.js';
import { bin, illegalBin, labelBins, stepRanges, transition } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const ANSWERS = ['none', 'exact', 'conservative', 'missed'] as const;
const [NONE, EXACT, CONSERVATIVE, MISSED] = [0, 1, 2, 3];

/** What the overlap test says about a wave; sampled at its launch, when everything about it is known. */
export const overlap = covergroup({
  name: 'overlap',
  version: 1,
  text: 'Overlap of a wave with unfinished older waves, as it was reported.',
  statements: ['S-013', 'S-021', 'S-122'],
  points: {
    generation: generationPoint,
    answer: {
      text: 'Kind of answer the wave got.',
      bins: [
        ...labelBins(ANSWERS.slice(0, MISSED), { statements: ['S-013'] }),
        illegalBin(
          ANSWERS[MISSED],
          [MISSED],
          'An overlap was found, and the wave was told that there is none.',
          ['S-021'],
        ),
      ],
    },
    overlapped: {
      text: 'Unfinished waves that the quads of the wave met.',
      statements: ['S-016'],
      bins: stepRanges([0, 1, 2, 3, 8]),
    },
    closing: { text: 'Why the packer closed the wave.', bins: labelBins(CLOSINGS) },
    overlaps: { text: 'Whether the wave overlaps.', bins: [bin('no', [0]), bin('yes', [1])] },
    sequence: {
      text: 'Overlap of waves launched one after another.',
      transitions: [
        transition('no => yes', [[0], [1]]),
        transition('yes => no', [[1], [0]]),
        transition('yes => yes => yes => yes', [[1], [1], [1], [1]], { text: 'a chain of waiting waves' }),
        transition('no => no => no => no', [[0], [0], [0], [0]], { text: 'waves side by side' }),
      ],
    },
  },
  crosses: [
    {
      name: 'generation x answer',
      text: 'Answers on each generation.',
      of: ['generation', 'answer'],
    },
    {
      name: 'generation x overlapped',
      text: 'Depth of overlap on each generation.',
      of: ['generation', 'overlapped'],
    },
    {
      name: 'closing x overlaps',
      text: 'Overlap of waves closed for each reason.',
      of: ['closing', 'overlaps'],
    },
  ],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    const answerOf = (wave: number): number => {
      const isFound = facts.overlapped.get(wave) > 0;
      if (facts.overlaps.get(wave) === 0) return isFound ? MISSED! : NONE!;
      return isFound && facts.conservative.get(wave) === 0 ? EXACT! : CONSERVATIVE!;
    };
    return {
      begin() {
        values[point.generation] = test().generation;
      },
      'wave-launched'({ wave }) {
        const overlaps = facts.overlaps.get(wave);
        values[point.answer] = answerOf(wave);
        values[point.overlapped] = facts.overlapped.get(wave);
        values[point.closing] = facts.closing.get(wave);
        values[point.overlaps] = overlaps;
        values[point.sequence] = overlaps;
        sampler.sample();
      },
    };
  },
});
