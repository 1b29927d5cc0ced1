import { WITHOUT_INTRAWAVE } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import type { DrawFacts } from '../collector/test-facts.js';
import { CLOSE_REASONS } from '../collector/wave-facts.js';
import { bin, eachValue, ignoreCross, illegalBin, labelBins, stepRanges, transition } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins, getMaxPackers } from './common.js';

const ANSWERS = ['none', 'exact', 'conservative', 'within the wave', 'missed'] as const;
const [NONE, EXACT, CONSERVATIVE, WITHIN, MISSED] = [0, 1, 2, 3, 4] as const;

/**
 * What the overlap test reports about a wave of an interlocked draw. Sampled at launch, when the full report is
 * available.
 */
export const overlap = covergroup({
  name: 'overlap',
  version: 5,
  text: "A wave's reported overlap with unfinished older waves.",
  statements: ['S-013', 'S-021', 'S-122'],
  points: {
    generation: generationPoint,
    answer: {
      text: 'Type of overlap report.',
      bins: [
        ...labelBins(ANSWERS.slice(0, CONSERVATIVE), { statements: ['S-013'] }),
        bin(ANSWERS[CONSERVATIVE], [CONSERVATIVE], {
          text: 'reported as overlapping waves that it may not actually overlap, or that have since exited',
          statements: ['S-013'],
        }),
        bin(ANSWERS[WITHIN], [WITHIN], {
          text: 'reported as overlapping, but only because of its own quads',
          statements: ['S-021', 'S-058'],
        }),
        illegalBin(ANSWERS[MISSED], [MISSED], 'The wave overlaps, but was reported as not overlapping.', [
          'S-021',
        ]),
      ],
    },
    overlapped: {
      text: 'Number of unfinished waves the wave overlaps; for a conservative answer, all reported waves count.',
      statements: ['S-016'],
      bins: stepRanges([0, 1, 2, 3, 8]),
    },
    closing: { text: 'Why the packer closed the wave.', bins: labelBins(CLOSE_REASONS) },
    overlaps: { text: 'Whether the wave overlaps an older one.', bins: [bin('no', [0]), bin('yes', [1])] },
    packer: {
      text: "The wave's packer.",
      statements: ['P-059', 'P-063'],
      bins: eachValue('packer', 0, getMaxPackers() - 1),
    },
    lanes: {
      text: 'Number of lanes in the wave.',
      statements: ['P-026'],
      bins: [bin('wave32', [32]), bin('wave64', [64])],
    },
    draw: {
      text: 'Draw of the newest overlapped wave.',
      statements: ['S-095', 'S-096', 'S-126', 'S-127'],
      bins: [bin('the same', [0]), bin('the one before', [1]), bin('an earlier one', [[2, 0x7fffffff]])],
    },
    samples: {
      text: "How the sample count of the wave's draw compares with that of the overlapped wave's draw.",
      statements: ['S-126', 'S-127'],
      bins: labelBins(['fewer', 'the same', 'more']),
    },
    between: {
      text: "Number of unordered draws between the newest overlapped wave's draw and this wave's draw.",
      statements: ['S-095', 'S-114', 'S-126'],
      bins: [bin('none', [0]), bin('some', [[1, 0x7fffffff]])],
    },
    sequence: {
      text: 'Overlap of consecutive waves.',
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
      text: 'Answers on each generation.',
      of: ['generation', 'answer'],
      bins: [
        ignoreCross(
          'gfx11 keeps overlapping quads apart',
          { generation: getGenerationBins(WITHOUT_INTRAWAVE), answer: [ANSWERS[WITHIN]] },
          'GFX11 removed collisions within a wave (S-075).',
        ),
      ],
    },
    { text: 'Number of overlapped waves on each generation.', of: ['generation', 'overlapped'] },
    {
      text: 'Number of overlapped waves by packer and wave size (scenarios.md 8, cross 2).',
      of: ['overlapped', 'packer', 'lanes'],
    },
    { text: 'Overlap across a sample count change on each generation.', of: ['generation', 'samples'] },
    { text: 'Overlap by close reason.', of: ['closing', 'overlaps'] },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const packerByWave = table.column();
    const overlappedDraws = table.column();
    const getAnswer = (wave: number): number => {
      const hasOverlap = facts.overlapped.get(wave) > 0;
      if (facts.overlaps.get(wave) === 0) return hasOverlap ? MISSED : NONE;
      if (!hasOverlap && facts.layered.get(wave) === 1) return WITHIN;
      return hasOverlap && facts.conservative.get(wave) === 0 ? EXACT : CONSERVATIVE;
    };
    return {
      begin() {
        values[point.lanes] = test().lanes;
      },
      'wave-formed'({ wave, packer }) {
        packerByWave.set(wave, packer);
      },
      overlap({ wave }) {
        // Look up the older wave's draw while that wave still has a row. This wave's draw is unknown until it is
        // formed.
        const newest = facts.newestOverlapped.get(wave) - 1;
        if (newest >= 0) overlappedDraws.set(wave, facts.draw.get(newest) + 1);
      },
      'wave-launched'({ wave }) {
        if (!facts.isInterlocked(wave, test())) return;
        const overlaps = facts.overlaps.get(wave);
        values[point.answer] = getAnswer(wave);
        values[point.overlapped] = facts.overlapped.get(wave);
        const newestDraw = overlappedDraws.get(wave) - 1;
        values[point.packer] = packerByWave.get(wave);
        const draw = facts.draw.get(wave);
        const { draws } = test();
        const isKnown = newestDraw >= 0;
        values[point.draw] = isKnown ? draw - newestDraw : NOT_SAMPLED;
        values[point.samples] = isKnown ? compareSamples(draws, newestDraw, draw) : NOT_SAMPLED;
        values[point.between] = isKnown ? countUnorderedBetween(draws, newestDraw, draw) : NOT_SAMPLED;
        values[point.closing] = facts.closeReason.get(wave);
        values[point.overlaps] = overlaps;
        values[point.sequence] = overlaps;
        sampler.sample();
      },
    };
  },
});

/** Returns 0 if a draw has fewer samples than an earlier one, 1 if they have the same number, or 2 if it has more. */
function compareSamples(draws: readonly DrawFacts[], earlier: number, later: number): number {
  return 1 + Math.sign((draws[later]?.samples ?? 0) - (draws[earlier]?.samples ?? 0));
}

function countUnorderedBetween(draws: readonly DrawFacts[], first: number, last: number): number {
  return draws.slice(first + 1, last).filter(({ isInterlocked }) => !isInterlocked).length;
}
