import type { ProgramDescriptor, SectionShape } from '../../transactions/index.js';
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
import { covergroup } from '../collector/monitor.js';
import { PRIMITIVE_KINDS } from '../collector/test-facts.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, WITH_WAVE_IDS } from './common.js';

/** Places of discards, in the order of the program; the number of a set of them has a bit for each. */
const PLACES = ['before', 'inside', 'after'] as const;

const PLACE_SETS = Array.from({ length: 1 << PLACES.length }, (_, set) =>
  set === 0 ? 'nowhere' : PLACES.filter((_place, bit) => (set >> bit) & 1).join(', '),
);

/** Sets with a discard inside. */
const INSIDE = PLACE_SETS.filter((name) => name.includes('inside'));

/** Shapes of sections in which no branch has a wait of its own. */
const WITHOUT_BRANCH: readonly SectionShape[] = ['plain', 'empty', 'layers'];

const MESSAGES = EXIT_KINDS.filter((exit) => exit !== 'none' && exit !== 'done');

/** What generated programs were made from; sampled at the first wave of each draw with one. */
export const programs = covergroup({
  name: 'programs',
  version: 4,
  text: 'Generated programs: what lies ahead of the ordered section, in it and behind it.',
  statements: ['S-005', 'S-006', 'S-007'],
  points: {
    generation: generationPoint,
    shape: {
      text: 'How the section lies among the branches of its program.',
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
    entry: { text: 'Where the wait is.', statements: ['S-053', 'S-057'], bins: labelBins(ENTRY_PLACES) },
    early: {
      text: 'The wait comes ahead of work that needs no order.',
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    rounds: {
      text: 'How often the wait is run at each of its places, or in sections that became one.',
      statements: ['S-053', 'S-057'],
      bins: [bin('once', [1]), bin('more often', [[2, 6]])],
    },
    packer: {
      text: 'When the packer is set.',
      statements: ['S-023', 'S-052'],
      bins: labelBins(PACKER_SETTINGS),
    },
    compare: { text: 'How a poll is compared.', statements: ['S-043'], bins: labelBins(ENTRY_COMPARES) },
    sleep: {
      text: 'What is between two polls.',
      statements: ['S-047', 'S-048'],
      bins: labelBins(POLL_SLEEPS),
    },
    exit: {
      text: 'How the section is left.',
      statements: ['S-076', 'S-079', 'S-080', 'S-090', 'S-091', 'S-092'],
      bins: labelBins(EXIT_KINDS),
    },
    waits: {
      text: 'What the code waits for ahead of its exit.',
      statements: ['S-083', 'S-086'],
      bins: labelBins(EXIT_WAITS),
    },
    load: {
      text: 'A load that needs no order is on its way at the exit.',
      statements: ['S-084'],
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    discards: {
      text: 'Where fragments are discarded.',
      statements: ['S-077', 'S-078'],
      bins: labelBins(PLACE_SETS),
    },
    coherence: {
      text: 'Accesses that carry the coherence bits.',
      statements: ['S-104'],
      bins: labelBins(COHERENCE_KINDS),
    },
    exports: {
      text: 'What is exported.',
      statements: ['S-108', 'S-110'],
      bins: labelBins(['nothing', 'colours', 'depth', 'depth and colours', 'by an epilog']),
    },
    depth: {
      text: 'What is exported to the depth target.',
      statements: ['S-108'],
      bins: labelBins(DEPTH_EXPORTS),
    },
    kind: {
      text: 'Primitives whose fragments it shades, and along which its colours vary.',
      statements: ['S-127'],
      bins: labelBins(PRIMITIVE_KINDS),
    },
    sources: {
      text: 'Sources of the blend of the first target.',
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
          { generation: ['gfx11'], exit: EXIT_KINDS.filter((exit) => exit !== 'done') },
          'On GFX11 the last export is the exit (S-092).',
        ),
        ignoreCross(
          'done exports exit on gfx11',
          { generation: WITH_WAVE_IDS, exit: ['done'] },
          'Before GFX11 the exit is a message (S-076).',
        ),
        ignoreCross(
          'gfx11 has no layers',
          { generation: ['gfx11'], shape: ['layers'] },
          'GFX11 never has overlapping quads in one wave (S-075).',
        ),
        ignoreCross(
          'a section is left',
          { shape: SECTION_SHAPES.filter((shape) => shape !== 'none'), exit: ['none'] },
          'A wave that entered owes its exit (S-077).',
        ),
        ignoreCross(
          'nothing to leave',
          { shape: ['none'], exit: MESSAGES.filter((exit) => exit !== 'message') },
          'Without a section a stray message is all there can be (S-080).',
        ),
      ],
    },
    {
      name: 'generation x depth',
      text: 'Exports to the depth target of each generation, which lay them out in their own ways.',
      of: ['generation', 'depth'],
    },
    {
      name: 'generation x sources',
      text: 'Blends with two sources on each generation; GFX11 has targets of their own for them.',
      of: ['generation', 'sources'],
    },
    {
      name: 'kind x exports',
      text: 'What is exported for primitives of each kind.',
      of: ['kind', 'exports'],
    },
    {
      name: 'shape x entry',
      text: 'Waits ahead of branches and in them.',
      of: ['shape', 'entry'],
      bins: [
        ignoreCross(
          'no branch has a wait',
          { shape: WITHOUT_BRANCH, entry: ['inside'] },
          'Only branches can have a wait each.',
        ),
        ignoreCross('no section has no wait', { shape: ['none'] }, 'Without a section nobody waits.'),
      ],
    },
    {
      name: 'shape x discards',
      text: 'Discards around and in each shape.',
      of: ['shape', 'discards'],
      bins: [
        ignoreCross(
          'nothing is inside',
          { shape: ['none'], discards: INSIDE },
          'Without a section nothing lies in it.',
        ),
      ],
    },
    {
      name: 'exit x discards',
      text: 'Discards of programs with each exit, which decides what a wave without lanes owes.',
      of: ['exit', 'discards'],
      bins: [
        ignoreCross(
          'no section, nothing inside',
          { exit: ['none'], discards: INSIDE },
          'Without a section nothing lies in it.',
        ),
      ],
    },
  ],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.generation] = test().generation;
      },
      'wave-formed'({ draw }) {
        if (!facts.isFirstOfDraw) return;
        const { descriptor, kind } = test().draws[draw] ?? {};
        if (descriptor === undefined || kind === undefined) return;
        const { section, exit, coherence } = descriptor;
        const polls = section.shape !== 'none' && exit !== 'done';
        values[point.shape] = SECTION_SHAPES.indexOf(section.shape);
        values[point.steps] = section.steps.length;
        values[point.entry] =
          section.shape === 'none' ? NOT_SAMPLED : ENTRY_PLACES.indexOf(section.entryPlace);
        values[point.early] = section.shape === 'none' ? NOT_SAMPLED : Number(section.early);
        values[point.rounds] = section.shape === 'none' ? NOT_SAMPLED : section.rounds * section.pairs;
        values[point.packer] = polls ? PACKER_SETTINGS.indexOf(section.packer) : NOT_SAMPLED;
        values[point.compare] = polls ? ENTRY_COMPARES.indexOf(section.compare) : NOT_SAMPLED;
        values[point.sleep] = polls ? POLL_SLEEPS.indexOf(section.sleep) : NOT_SAMPLED;
        values[point.exit] = EXIT_KINDS.indexOf(exit);
        values[point.waits] = section.shape === 'none' ? NOT_SAMPLED : EXIT_WAITS.indexOf(section.waits);
        values[point.load] = polls ? Number(section.leavesLoad) : NOT_SAMPLED;
        values[point.discards] = placeSet(descriptor);
        values[point.coherence] = COHERENCE_KINDS.indexOf(coherence);
        values[point.exports] = exportKind(descriptor);
        values[point.depth] = DEPTH_EXPORTS.indexOf(descriptor.exports.depth);
        values[point.kind] = kind;
        values[point.sources] = Number(descriptor.exports.dualSource);
        sampler.sample();
      },
    };
  },
});

/** Number of the set of places where a program discards. */
function placeSet({ discards }: ProgramDescriptor): number {
  return PLACES.reduce((set, place, bit) => set | (discards[place] === 'none' ? 0 : 1 << bit), 0);
}

function exportKind({ exports, parts }: ProgramDescriptor): number {
  if (parts !== undefined) return 4;
  return (exports.colours > 0 ? 1 : 0) + (exports.depth === 'none' ? 0 : 2);
}
