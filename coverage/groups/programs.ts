import { EXIT_BY_EXPORT, WITH_WAVE_IDS, WITHOUT_INTRAWAVE } from '../../arch/index.js';
import type { CoherenceKind, ProgramDescriptor, SectionShape } from '../../transactions/index.js';
import {
  COHERENCE_KINDS,
  DEPTH_EXPORTS,
  ENTRY_COMPARES,
  ENTRY_PLACES,
  EXIT_KINDS,
  EXIT_WAITS,
  PACKER_SETTINGS,
  POLL_SLEEPS,
  SECTION_SHAPES,
} from '../../transactions/index.js';
import { ACTIVITY } from '../collector/draw-activity.js';
import { covergroup } from '../collector/monitor.js';
import { type DrawFacts, PRIMITIVE_KINDS } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';

/** Where programs discard, in program order. A set of places is numbered with one bit per place. */
const PLACES = ['before', 'inside', 'after'] as const;

const PLACE_SETS = Array.from({ length: 1 << PLACES.length }, (_, set) =>
  set === 0 ? 'nowhere' : PLACES.filter((_place, bit) => (set >> bit) & 1).join(', '),
);

/** The sets with a discard inside the section. */
const SETS_WITH_INSIDE = PLACE_SETS.filter((name) => name.includes('inside'));

/** The section shapes in which no branch can have a separate wait. */
const WITHOUT_BRANCH: readonly SectionShape[] = ['plain', 'empty', 'layers'];

const MESSAGES = EXIT_KINDS.filter((exit) => exit !== 'none' && exit !== 'done');

/**
 * The descriptors of generated programs. Sampled at the end of the test for each draw with such a program. Only what
 * some wave reached counts as exercised.
 */
export const programs = covergroup({
  name: 'programs',
  version: 5,
  text: 'Generated programs: code before, in and after the ordered section.',
  statements: ['S-005', 'S-006', 'S-007'],
  points: {
    generation: generationPoint,
    shape: {
      text: 'Control flow around the section. Some wave accessed ordered memory in it (repeatedly for loops, in several layers for layered sections).',
      statements: ['S-006', 'S-052', 'S-079'],
      bins: labelBins(SECTION_SHAPES),
    },
    steps: {
      text: 'Steps of the section.',
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
      bins: labelBins(ENTRY_PLACES),
    },
    early: {
      text: 'The wait comes before work that needs no order.',
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    rounds: {
      text: 'How often the wait runs at each of its locations, or in merged sections, in programs with a waiting wave.',
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
      bins: labelBins(ENTRY_COMPARES),
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
      text: 'An unordered load is outstanding at the exit.',
      statements: ['S-084'],
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    discards: {
      text: 'Where fragments are discarded, including prolog and epilog; some wave reached all these places.',
      statements: ['S-077', 'S-078'],
      bins: labelBins(PLACE_SETS),
    },
    coherence: {
      text: 'Ordered loads and stores with coherence bits: some wave made one, or any access if none is needed.',
      statements: ['S-104'],
      bins: labelBins(COHERENCE_KINDS),
    },
    exports: {
      text: 'What is exported; some wave reached the export.',
      statements: ['S-108', 'S-110'],
      bins: labelBins(['nothing', 'colours', 'depth', 'depth and colours', 'by an epilog']),
    },
    depth: {
      text: 'What is exported to the depth target.',
      statements: ['S-108'],
      bins: labelBins(DEPTH_EXPORTS),
    },
    kind: {
      text: 'Kind of primitives that the program shades.',
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
      name: 'generation x shape x exit',
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
          'A wave that entered must exit (S-077).',
        ),
        ignoreCross(
          'nothing to leave',
          { shape: ['none'], exit: MESSAGES.filter((exit) => exit !== 'message') },
          'Without a section there can only be a stray message (S-080).',
        ),
      ],
    },
    {
      name: 'generation x depth',
      text: 'Exports to the depth target on each generation; their layouts differ.',
      of: ['generation', 'depth'],
    },
    {
      name: 'generation x sources',
      text: 'Dual-source blends on each generation; GFX11 has separate targets for them.',
      of: ['generation', 'sources'],
    },
    {
      name: 'kind x exports',
      text: 'Exports for each kind of primitive.',
      of: ['kind', 'exports'],
    },
    {
      name: 'shape x entry',
      text: 'Waits before and inside branches.',
      of: ['shape', 'entry'],
      bins: [
        ignoreCross(
          'no branch has a wait',
          { shape: WITHOUT_BRANCH, entry: ['inside'] },
          'Only branches can have a wait each.',
        ),
        ignoreCross('no section has no wait', { shape: ['none'] }, 'Without a section no wave waits.'),
      ],
    },
    {
      name: 'shape x discards',
      text: 'Discards around and in each shape.',
      of: ['shape', 'discards'],
      bins: [
        ignoreCross(
          'nothing is inside',
          { shape: ['none'], discards: SETS_WITH_INSIDE },
          'Without a section, nothing is inside it.',
        ),
      ],
    },
    {
      name: 'exit x discards',
      text: 'Discards by kind of exit, which determines what a wave with no active lanes must still do.',
      of: ['exit', 'discards'],
      bins: [
        ignoreCross(
          'no section, nothing inside',
          { exit: ['none'], discards: SETS_WITH_INSIDE },
          'Without a section, nothing is inside it.',
        ),
      ],
    },
  ],
  monitor({ sampler, activity, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.generation] = test().generation;
      },
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
      const hasRunSection = hasRunShape(section.shape, activityBits);
      const hasWaited = (activityBits & ACTIVITY.WAIT) !== 0;
      const hasEnded = (activityBits & ACTIVITY.END) !== 0;
      const hasRunInside = discards.inside === 'none' || hasRunSection;
      const setValue = (name: keyof typeof point, isSampled: boolean, value: number): void => {
        values[point[name]] = isSampled ? value : NOT_SAMPLED;
      };
      setValue('shape', hasRunSection, SECTION_SHAPES.indexOf(section.shape));
      setValue('steps', hasRunSection, section.steps.length);
      setValue('entry', hasRunSection && hasSection, ENTRY_PLACES.indexOf(section.entryPlace));
      setValue('early', hasRunSection && hasSection, Number(section.early));
      setValue('rounds', hasWaited && hasSection, section.rounds * section.pairs);
      setValue('packer', hasWaited && canPoll, PACKER_SETTINGS.indexOf(section.packer));
      setValue('compare', hasWaited && canPoll, ENTRY_COMPARES.indexOf(section.compare));
      setValue('sleep', hasWaited && canPoll, POLL_SLEEPS.indexOf(section.sleep));
      setValue('exit', hasEnded, EXIT_KINDS.indexOf(exit));
      setValue('waits', hasEnded && hasSection, EXIT_WAITS.indexOf(section.waits));
      setValue('load', hasEnded && canPoll, Number(section.leavesLoad));
      setValue('discards', hasEnded && hasRunInside, getPlaceSetIndex(descriptor));
      setValue('coherence', hasProvenCoherence(coherence, activityBits), COHERENCE_KINDS.indexOf(coherence));
      setValue('exports', hasEnded, findExportKind(descriptor));
      setValue('depth', hasEnded, DEPTH_EXPORTS.indexOf(exports.depth));
      setValue('kind', true, kind);
      setValue('sources', hasEnded, Number(exports.dualSource));
      sampler.sample();
    }
  },
});

/** Returns whether some wave of a draw ran a section of the given shape. */
function hasRunShape(shape: SectionShape, activityBits: number): boolean {
  if (shape === 'none' || shape === 'empty') return (activityBits & ACTIVITY.END) !== 0;
  if (shape === 'layers') return (activityBits & ACTIVITY.LAYERS) !== 0;
  const bit = shape === 'loop' || shape === 'divergent-loop' ? ACTIVITY.LOOPED : ACTIVITY.ACCESS;
  return (activityBits & bit) !== 0;
}

/** Returns whether some wave of a draw made an access that proves how its section handles caches. */
function hasProvenCoherence(coherence: CoherenceKind, activityBits: number): boolean {
  const isMarked = coherence === 'ends' || coherence === 'all';
  return (activityBits & (isMarked ? ACTIVITY.COHERENT : ACTIVITY.NON_ATOMIC)) !== 0;
}

/** Returns the index of a program's set of discard places. Prologs discard before the section, epilogs after it. */
function getPlaceSetIndex({ discards, parts }: ProgramDescriptor): number {
  const { stipple = 'off', alphaTest = 'always' } = parts ?? {};
  const isDiscarding = {
    before: discards.before !== 'none' || stipple === 'prolog',
    inside: discards.inside !== 'none',
    after: discards.after !== 'none' || stipple === 'epilog' || alphaTest !== 'always',
  };
  return PLACES.reduce((set, place, bit) => set | (isDiscarding[place] ? 1 << bit : 0), 0);
}

function findExportKind({ exports, parts }: ProgramDescriptor): number {
  if (parts !== undefined) return 4;
  return (exports.colours > 0 ? 1 : 0) + (exports.depth === 'none' ? 0 : 2);
}
