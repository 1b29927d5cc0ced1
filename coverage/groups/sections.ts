import {
  ALPHA_FUNCTIONS,
  COLOUR_OUTPUTS,
  CONVERSIONS,
  MAIN_DISCARDS,
  PROLOG_COLOURS,
  SECTION_PLACEMENTS,
  type SectionState,
  STIPPLE_PARTS,
} from '../../transactions/index.js';
import { ACTIVITY } from '../collector/draw-activity.js';
import { covergroup } from '../collector/monitor.js';
import type { DrawFacts } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getSetIndex, nameSets } from './common.js';

/** Epilog steps before the conversion, in order. */
const STEPS = ['clamp', 'alpha test', 'stipple', 'smoothing', 'alpha-to-one'] as const;

/** All sets of steps. */
const STEP_SETS = nameSets(STEPS, 'plain');

/** Where each placement begins and ends the section (scenarios.md 5.1). */
const PLACEMENT_TEXTS: Readonly<Record<(typeof SECTION_PLACEMENTS)[number], string>> = {
  E01: 'begins and ends in main, with no epilog',
  E02: 'begins and ends in main, then an epilog exports',
  E03: 'from main to the epilog',
  E04: 'begins and ends in the epilog',
  E05: 'from the prolog to main',
  E06: 'from the prolog to the epilog',
  E07: 'begins and ends in the prolog',
  E08: 'no section',
  E09: 'begins under a condition, ends after the merge, in main',
  E10: 'ended by a discard before the epilog',
};

/**
 * The pipeline states for which multi-part programs were built. Sampled at the end of the test for each draw that uses
 * such a program, covering only the states its waves exercised.
 */
export const sections = covergroup({
  name: 'sections',
  version: 5,
  text: 'Shaders with a prolog, main part and epilog, in draws where a wave reached the last part.',
  statements: ['R-001', 'R-002', 'R-004', 'R-016', 'R-018', 'R-019', 'R-020'],
  points: {
    generation: generationPoint,
    placement: {
      text: 'Where the section begins and ends, if it was executed (scenarios.md 5.1). For generated main parts, see `programs`.',
      statements: ['R-019'],
      bins: SECTION_PLACEMENTS.map((name, value) => bin(name, [value], { text: PLACEMENT_TEXTS[name] })),
    },
    prolog: {
      text: 'What the prolog does: nothing, copies front colours, or selects colours by face.',
      statements: ['R-007', 'R-032', 'R-033', 'R-034', 'R-035', 'R-036', 'R-037'],
      bins: labelBins(PROLOG_COLOURS),
    },
    steps: {
      text: 'Steps of the epilog.',
      statements: ['R-009', 'R-011', 'R-012', 'R-013', 'R-024', 'R-026', 'R-028', 'R-029', 'R-031'],
      bins: labelBins(STEP_SETS),
    },
    alpha: {
      text: 'Comparison function of the alpha test; "always" means no test.',
      statements: ['R-006', 'R-023', 'R-030'],
      bins: labelBins(ALPHA_FUNCTIONS),
    },
    stipple: {
      text: 'Part that discards according to the polygon stipple.',
      statements: ['R-010', 'R-025'],
      bins: labelBins(STIPPLE_PARTS),
    },
    discard: {
      text: 'Where the main part discards. Not sampled for generated main parts.',
      statements: ['R-021'],
      bins: labelBins(MAIN_DISCARDS),
    },
    outputs: {
      text: 'Exported colours, if a wave reached the export.',
      statements: ['R-008', 'R-021', 'R-022', 'R-030'],
      bins: labelBins(COLOUR_OUTPUTS),
    },
    coverage: {
      text: 'What determines which samples are written.',
      bins: labelBins(['rasteriser', 'alpha through the depth target']),
    },
    conversion: {
      text: 'How colours are packed; ZERO if there are none.',
      statements: ['R-005', 'R-027'],
      bins: labelBins(CONVERSIONS),
    },
  },
  crosses: [
    { text: 'Combinations of prologs and epilogs.', of: ['prolog', 'steps'] },
    { text: 'Placements on each generation.', of: ['generation', 'placement'] },
    {
      text: 'Main-part discards before, in and after the section.',
      of: ['placement', 'discard'],
      bins: [
        ignoreCross(
          'nothing lies between read and write',
          { placement: ['E03', 'E04', 'E05', 'E06', 'E07', 'E08', 'E09'], discard: ['inside'] },
          'A discard can only fall between the read and the write if the main part does both in every lane.',
        ),
        ignoreCross(
          'E10 is a discard at the end',
          { placement: ['E10'], discard: ['none', 'first', 'inside'] },
          'The placement determines where the main part discards (scenarios.md 5.1).',
        ),
      ],
    },
    {
      text: 'Formats for one, two and eight colours.',
      of: ['outputs', 'conversion'],
      bins: [
        ignoreCross(
          'no colour has no format',
          { outputs: ['none'], conversion: CONVERSIONS.filter((conversion) => conversion !== 'ZERO') },
          'Without colours there is nothing to convert.',
        ),
        ignoreCross(
          'colours have formats',
          { outputs: ['one', 'two', 'broadcast'], conversion: ['ZERO'] },
          'A zero format reserves no export space, and ordering needs export space (S-110).',
        ),
      ],
    },
    {
      text: 'Formats on each generation; exports encode registers differently on each.',
      of: ['generation', 'conversion'],
    },
  ],
  monitor({ sampler, activity, test }) {
    const { values, point } = sampler;
    return {
      quiesced() {
        test().draws.forEach(sampleDraw);
      },
    };

    function sampleDraw({ sections, descriptor }: DrawFacts, draw: number): void {
      const activityBits = activity.get(draw);
      if (sections === undefined || (activityBits & ACTIVITY.LAST_PART) === 0) return;
      const { placement, state } = sections;
      const isGenerated = descriptor !== undefined;
      const hasEntered = placement === 'E08' || (activityBits & ACTIVITY.ACCESS) !== 0;
      const hasExported = (activityBits & ACTIVITY.END) !== 0;
      values[point.placement] =
        isGenerated || !hasEntered ? NOT_SAMPLED : SECTION_PLACEMENTS.indexOf(placement);
      values[point.prolog] = PROLOG_COLOURS.indexOf(state.prolog);
      values[point.steps] = getStepSetIndex(state);
      values[point.alpha] = ALPHA_FUNCTIONS.indexOf(state.alphaTest);
      values[point.stipple] = STIPPLE_PARTS.indexOf(state.stipple);
      values[point.discard] = isGenerated ? NOT_SAMPLED : MAIN_DISCARDS.indexOf(state.mainDiscard);
      values[point.coverage] = hasExported ? Number(state.alphaToCoverage) : NOT_SAMPLED;
      values[point.outputs] = hasExported ? COLOUR_OUTPUTS.indexOf(state.outputs) : NOT_SAMPLED;
      values[point.conversion] = hasExported ? CONVERSIONS.indexOf(state.conversion) : NOT_SAMPLED;
      sampler.sample();
    }
  },
});

/** Returns the index of the set of epilog steps that a state requires. */
function getStepSetIndex({ clamp, alphaTest, stipple, smoothing, alphaToOne }: SectionState): number {
  return getSetIndex([clamp, alphaTest !== 'always', stipple === 'epilog', smoothing, alphaToOne]);
}
