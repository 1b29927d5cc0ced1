import { EXIT_BY_EXPORT, WITH_WAVE_IDS, WITHOUT_INTRAWAVE } from '../../arch/index.js';
import {
  COHERENCE_KINDS,
  type CoherenceKind,
  DEPTH_EXPORTS,
  ENTRY_COMPARISONS,
  ENTRY_PLACEMENTS,
  EXIT_KINDS,
  EXIT_WAITS,
  PACKER_SETTINGS,
  POLL_SLEEPS,
  type ProgramDescriptor,
  SECTION_SHAPES,
  type SectionShape,
} from '../../transactions/index.js';
import { ACTIVITY } from '../collector/draw-activity.js';
import { covergroup } from '../collector/monitor.js';
import { type DrawFacts, PRIMITIVE_KINDS } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins, getSetIndex, nameSets } from './common.js';

/** The sets of places where programs discard, in program order. */
const PLACE_SETS = nameSets(['before', 'inside', 'after'], 'nowhere');

/** The sets that include a discard inside the section. */
const SETS_WITH_INSIDE = PLACE_SETS.filter((name) => name.includes('inside'));

/** The section shapes in which no branch can have a separate wait. */
const UNBRANCHED_SHAPES: readonly SectionShape[] = ['plain', 'empty', 'layers'];

const MESSAGE_EXITS = EXIT_KINDS.filter((exit) => exit !== 'none' && exit !== 'done');

/**
 * The descriptors of generated programs. Sampled at the end of the test for each draw with such a program. Features
 * that no wave reached do not count.
 */
export const programs = covergroup({
  name: 'programs',
  version: 5,
  text: 'Generated programs: code before, inside and after the ordered section.',
  statements: ['S-005', 'S-006', 'S-007'],
  points: {
    generation: generationPoint,
    shape: {
      text: 'Control flow around the section. Loops count only if they iterated, layers only if there was more than one.',
      statements: ['S-006', 'S-052', 'S-079'],
      bins: labelBins(SECTION_SHAPES),
    },
    steps: {
      text: 'Number of steps in the section.',
      bins: [
        bin('none', [0]),
        bin('one', [1]),
        bin('2-4', [[2, 4]]),
        bin('5-9', [[5, 9]]),
        bin('10+', 'others'),
      ],
    },
    entry: {
      text: 'Where the entry wait is.',
      statements: ['S-053', 'S-057'],
      bins: labelBins(ENTRY_PLACEMENTS),
    },
    early: {
      text: 'Whether the wait comes before work that needs no ordering.',
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    rounds: {
      text: 'How many times the wait runs: at each location, or in total for merged sections. Sampled only if a wave waited.',
      statements: ['S-053', 'S-057'],
      bins: [bin('once', [1]), bin('more often', [[2, 6]])],
    },
    packer: {
      text: 'When the packer is set, in programs with a waiting wave.',
      statements: ['S-023', 'S-052'],
      bins: labelBins(PACKER_SETTINGS),
    },
    compare: {
      text: 'Comparison used by a poll that did not end the wait.',
      statements: ['S-043'],
      bins: labelBins(ENTRY_COMPARISONS),
    },
    sleep: {
      text: 'Code between polls, after a poll that did not end the wait.',
      statements: ['S-047', 'S-048'],
      bins: labelBins(POLL_SLEEPS),
    },
    exit: {
      text: 'How the section exits, in programs with a wave that reached the normal end.',
      statements: ['S-076', 'S-079', 'S-080', 'S-090', 'S-091', 'S-092'],
      bins: labelBins(EXIT_KINDS),
    },
    waits: {
      text: 'What the code waits for before its exit.',
      statements: ['S-083', 'S-086'],
      bins: labelBins(EXIT_WAITS),
    },
    load: {
      text: 'Whether an unordered load is outstanding at the exit.',
      statements: ['S-084'],
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    discards: {
      text: 'Where fragments are discarded, including in prologs and epilogs. Sampled only if waves reached all of these places.',
      statements: ['S-077', 'S-078'],
      bins: labelBins(PLACE_SETS),
    },
    coherence: {
      text: 'Which ordered loads and stores have coherence bits; sampled only if an access demonstrates it.',
      statements: ['S-104'],
      bins: labelBins(COHERENCE_KINDS),
    },
    exports: {
      text: 'What is exported, if a wave reached the export.',
      statements: ['S-108', 'S-110'],
      bins: labelBins(['nothing', 'colours', 'depth', 'depth and colours', 'by an epilog']),
    },
    depth: {
      text: 'What is exported to the depth target.',
      statements: ['S-108'],
      bins: labelBins(DEPTH_EXPORTS),
    },
    kind: {
      text: 'Primitive type that the program shades.',
      statements: ['S-127'],
      bins: labelBins(PRIMITIVE_KINDS),
    },
    sources: {
      text: 'Blend sources of the first target.',
      statements: ['S-108'],
      bins: [bin('one', [0]), bin('two', [1])],
    },
  },
  crosses: [
    {
      text: 'Exits from each shape on each generation.',
      of: ['generation', 'shape', 'exit'],
      bins: [
        ignoreCross(
          'gfx11 exits by its export',
          {
            generation: getGenerationBins(EXIT_BY_EXPORT),
            exit: EXIT_KINDS.filter((exit) => exit !== 'done'),
          },
          'On GFX11 the last export is the exit (S-092).',
        ),
        ignoreCross(
          'done exports exit on gfx11',
          { generation: getGenerationBins(WITH_WAVE_IDS), exit: ['done'] },
          'Before GFX11 the exit is a message (S-076).',
        ),
        ignoreCross(
          'gfx11 has no layers',
          { generation: getGenerationBins(WITHOUT_INTRAWAVE), shape: ['layers'] },
          'GFX11 never has overlapping quads in one wave (S-075).',
        ),
        ignoreCross(
          'a section is left',
          { shape: SECTION_SHAPES.filter((shape) => shape !== 'none'), exit: ['none'] },
          'A wave that enters its section must exit (S-077).',
        ),
        ignoreCross(
          'nothing to leave',
          { shape: ['none'], exit: MESSAGE_EXITS.filter((exit) => exit !== 'message') },
          'Without a section there can only be a stray message (S-080).',
        ),
      ],
    },
    {
      text: 'Exports to the depth target on each generation; their layouts differ.',
      of: ['generation', 'depth'],
    },
    {
      text: 'Dual-source blends on each generation; GFX11 has separate targets for them.',
      of: ['generation', 'sources'],
    },
    { text: 'Exports for each primitive type.', of: ['kind', 'exports'] },
    {
      text: 'Waits before and inside branches.',
      of: ['shape', 'entry'],
      bins: [
        ignoreCross(
          'no branch has a wait',
          { shape: UNBRANCHED_SHAPES, entry: ['inside'] },
          'Only branches can have separate waits.',
        ),
        ignoreCross('no section has no wait', { shape: ['none'] }, 'Without a section no wave waits.'),
      ],
    },
    {
      text: 'Discards around and inside each shape.',
      of: ['shape', 'discards'],
      bins: [
        ignoreCross(
          'nothing is inside',
          { shape: ['none'], discards: SETS_WITH_INSIDE },
          'Without a section, nothing can be discarded inside it.',
        ),
      ],
    },
    {
      text: 'Discards by type of exit, which determines what a wave with no active lanes must still do.',
      of: ['exit', 'discards'],
      bins: [
        ignoreCross(
          'no section, nothing inside',
          { exit: ['none'], discards: SETS_WITH_INSIDE },
          'Without a section, nothing can be discarded inside it.',
        ),
      ],
    },
  ],
  monitor({ sampler, activity, test }) {
    const { values, point } = sampler;
    return {
      quiesced() {
        test().draws.forEach(sampleDraw);
      },
    };

    function sampleDraw({ descriptor, kind }: DrawFacts, draw: number): void {
      const activityBits = activity.get(draw);
      if (descriptor === undefined || activityBits === 0) return;
      const { section, exit, coherence, discards, exports } = descriptor;
      const hasSection = section.shape !== 'none';
      const canPoll = hasSection && exit !== 'done';
      const hasRunSection = didRunShape(section.shape, activityBits);
      const hasWaited = (activityBits & ACTIVITY.WAIT) !== 0;
      const hasEnded = (activityBits & ACTIVITY.END) !== 0;
      const reachedInsideDiscard = discards.inside === 'none' || hasRunSection;
      const setValue = (name: keyof typeof point, isSampled: boolean, value: number): void => {
        values[point[name]] = isSampled ? value : NOT_SAMPLED;
      };
      setValue('shape', hasRunSection, SECTION_SHAPES.indexOf(section.shape));
      setValue('steps', hasRunSection, section.steps.length);
      setValue('entry', hasRunSection && hasSection, ENTRY_PLACEMENTS.indexOf(section.entryPlace));
      setValue('early', hasRunSection && hasSection, Number(section.early));
      setValue('rounds', hasWaited && hasSection, section.rounds * section.pairs);
      setValue('packer', hasWaited && canPoll, PACKER_SETTINGS.indexOf(section.packer));
      setValue('compare', hasWaited && canPoll, ENTRY_COMPARISONS.indexOf(section.compare));
      setValue('sleep', hasWaited && canPoll, POLL_SLEEPS.indexOf(section.sleep));
      setValue('exit', hasEnded, EXIT_KINDS.indexOf(exit));
      setValue('waits', hasEnded && hasSection, EXIT_WAITS.indexOf(section.waits));
      setValue('load', hasEnded && canPoll, Number(section.leavesLoad));
      setValue('discards', hasEnded && reachedInsideDiscard, getPlaceSetIndex(descriptor));
      setValue('coherence', didShowCoherence(coherence, activityBits), COHERENCE_KINDS.indexOf(coherence));
      setValue('exports', hasEnded, findExportKind(descriptor));
      setValue('depth', hasEnded, DEPTH_EXPORTS.indexOf(exports.depth));
      setValue('kind', true, kind);
      setValue('sources', hasEnded, Number(exports.dualSource));
      sampler.sample();
    }
  },
});

/** Returns whether any wave of a draw ran a section with the given shape. */
function didRunShape(shape: SectionShape, activityBits: number): boolean {
  if (shape === 'none' || shape === 'empty') return (activityBits & ACTIVITY.END) !== 0;
  if (shape === 'layers') return (activityBits & ACTIVITY.LAYERS) !== 0;
  const bit = shape === 'loop' || shape === 'divergent-loop' ? ACTIVITY.LOOPED : ACTIVITY.ACCESS;
  return (activityBits & bit) !== 0;
}

/** Returns whether any wave of a draw made an access that demonstrates how its section handles caches. */
function didShowCoherence(coherence: CoherenceKind, activityBits: number): boolean {
  const isMarked = coherence === 'ends' || coherence === 'all';
  return (activityBits & (isMarked ? ACTIVITY.COHERENT : ACTIVITY.NON_ATOMIC)) !== 0;
}

/** Returns the index into `PLACE_SETS` for a program. Prologs discard before the section, epilogs after it. */
function getPlaceSetIndex({ discards, parts }: ProgramDescriptor): number {
  const { stipple = 'off', alphaTest = 'always' } = parts ?? {};
  return getSetIndex([
    discards.before !== 'none' || stipple === 'prolog',
    discards.inside !== 'none',
    discards.after !== 'none' || stipple === 'epilog' || alphaTest !== 'always',
  ]);
}

function findExportKind({ exports, parts }: ProgramDescriptor): number {
  if (parts !== undefined) return 4;
  return (exports.colours > 0 ? 1 : 0) + (exports.depth === 'none' ? 0 : 2);
}
