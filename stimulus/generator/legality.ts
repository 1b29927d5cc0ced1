import { factsOf, type Gfx } from '../../arch/index.js';
import type {
  Conversion,
  ExitKind,
  ProgramDescriptor,
  SectionDescriptor,
  SectionShape,
} from '../../transactions/index.js';
import { isAccess, loopsOverLanes } from './emission.js';

/** An illegal combination of features, with the reason. */
interface Restriction {
  readonly excludes: (descriptor: ProgramDescriptor, gfx: Gfx) => boolean;
  readonly reason: string;
}

/** The shapes whose branches may each contain a wait. */
export const BRANCHING: readonly SectionShape[] = [
  'uniform-if',
  'divergent-if',
  'loop',
  'divergent-loop',
  'switch',
];

/**
 * Returns whether a load from the table may be outstanding at a section's exit. The section must not access the
 * table itself.
 */
export function canLeaveLoad({ shape, steps, early }: SectionDescriptor, exit: ExitKind): boolean {
  const usesTable = steps.some((step) => step === 'table' || step === 'pointer');
  return shape !== 'none' && (exit === 'message' || exit === 'skipped-message') && !usesTable && !early;
}

/** Returns whether any work precedes the section, so that the wait can be moved before that work (faults.md L33). */
export function hasEarlierWork({ before, discards }: ProgramDescriptor): boolean {
  return before.length > 0 || discards.before !== 'none';
}

/** Returns whether any work follows the section, so that the message can be sent after it (faults.md L14). */
export function hasLaterWork({ after, discards }: ProgramDescriptor): boolean {
  return after.length > 0 || discards.after !== 'none';
}

/**
 * Returns how many parts a section's steps are divided into: the number of switch arms or merged sections, otherwise 0.
 */
export function countStepParts({ shape, trips, pairs }: SectionDescriptor): number {
  if (shape === 'switch') return trips;
  return pairs > 1 ? pairs : 0;
}

/** Lists the parts of a program that contain tallies. */
export function listPartsWithTallies({
  before,
  section: { steps },
  after,
}: ProgramDescriptor): ('before' | 'section' | 'after')[] {
  const work = { before, section: steps, after };
  return (['before', 'section', 'after'] as const).filter((part) => work[part].includes('tally'));
}

/** Returns whether colours with the given conversion can be blended; integer colours cannot. */
export function isBlended(conversion: Conversion): boolean {
  return !conversion.includes('INT16');
}

const RESTRICTIONS: readonly Restriction[] = [
  {
    excludes: ({ exit }, gfx) => (exit === 'done') !== factsOf(gfx).exitsByExport,
    reason:
      'a program exits the section with its last export on GFX11 and later, but not on earlier generations (S-092)',
  },
  {
    excludes: ({ section: { shape } }, gfx) => shape === 'layers' && !factsOf(gfx).hasIntrawaveCollisions,
    reason: 'on GFX11 and later, no wave has overlapping quads (S-075)',
  },
  {
    excludes: ({ section: { shape }, exit }) =>
      exit !== 'done' && exit !== 'message' && (exit === 'none') !== (shape === 'none'),
    reason: 'a section has exactly one exit, and a program without a section has none (S-076, S-079)',
  },
  {
    excludes: ({ section: { shape, steps }, discards }) =>
      shape === 'none' && (steps.length > 0 || discards.inside !== 'none'),
    reason: 'steps and discards inside a section require a section',
  },
  {
    excludes: ({ section: { shape, steps } }) => shape === 'empty' && steps.length > 0,
    reason: 'an empty section has no steps',
  },
  {
    excludes: ({ section: { shape, steps } }) =>
      shape !== 'none' && shape !== 'empty' && !steps.some(isAccess),
    reason: 'a section with steps must access ordered memory',
  },
  {
    excludes: ({ section: { shape, entryPlace } }) => entryPlace === 'inside' && !BRANCHING.includes(shape),
    reason: 'waits can only be placed inside branches if there are branches',
  },
  {
    excludes: ({ section: { shape, entryPlace, early } }) =>
      early && (entryPlace === 'inside' || shape === 'none'),
    reason: 'an early wait requires a section and comes before all branches',
  },
  {
    excludes: (descriptor) => descriptor.section.early && !hasEarlierWork(descriptor),
    reason: 'an early wait requires work or a discard before the section',
  },
  {
    excludes: (descriptor) => descriptor.exit === 'late-message' && !hasLaterWork(descriptor),
    reason: 'a late message requires work or a discard after the section',
  },
  {
    excludes: ({ section: { shape, pairs } }) => pairs > 1 && shape !== 'plain',
    reason: 'only plain sections can be merged',
  },
  {
    excludes: ({ section }) => section.steps.length < countStepParts(section),
    reason: 'each arm of a switch, and each merged section, has at least one step',
  },
  {
    excludes: (descriptor) => listPartsWithTallies(descriptor).length > 1,
    reason: 'memory written in a section is not accessed elsewhere (S-008)',
  },
  {
    excludes: (descriptor) =>
      descriptor.section.shape === 'none' && listPartsWithTallies(descriptor).length > 0,
    reason: 'a program that writes under an interlock must have a section (S-002)',
  },
  {
    excludes: (descriptor) =>
      descriptor.section.entryPlace === 'inside' && listPartsWithTallies(descriptor).includes('after'),
    reason: 'if the waits are inside branches, whether the wave has to exit depends on the path taken',
  },
  {
    excludes: ({ exit, section }) => section.leavesLoad && !canLeaveLoad(section, exit),
    reason:
      'a load can only be left outstanding if the exit is a message, and the section has no early wait and does not access the table',
  },
  {
    excludes: ({ exit, section: { packer } }) => exit === 'skipped-message' && packer === 'first',
    reason: 'a wave that has set its packer must send the message (S-077)',
  },
  {
    excludes: ({ section: { steps } }) =>
      steps.some((step) => isAccess(step) && step.path === 'scalar' && step.operation !== 'load'),
    reason: 'scalar memory is read-only',
  },
  {
    excludes: ({ section: { steps } }) => steps.filter(loopsOverLanes).length > 1,
    reason: 'with more than one loop over lanes, there are too many paths for a static check',
  },
  {
    excludes: ({ exports: { colours, conversion } }) => (colours === 0) !== (conversion === 'ZERO'),
    reason: 'a program has a colour format if and only if it exports colours (S-110)',
  },
  {
    excludes: ({ parts, exports: { colours, depth } }) =>
      parts !== undefined && (colours !== 1 || depth !== 'none'),
    reason: 'the epilog exports one colour and no depth',
  },
  {
    excludes: ({ exports: { dualSource, colours, conversion } }) =>
      dualSource && (colours !== 2 || !isBlended(conversion)),
    reason: 'dual-source blending requires two colours in a blendable format',
  },
  {
    excludes: ({ parts, exit }) => parts !== undefined && (exit === 'last-message' || exit === 'combined'),
    reason: 'the section ends in the main part, before the exports of the epilog',
  },
];

/** Returns why a descriptor is illegal on a generation, or undefined if it is legal. */
export function illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined {
  return RESTRICTIONS.find(({ excludes }) => excludes(descriptor, gfx))?.reason;
}
