import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type {
  Conversion,
  ExitKind,
  ProgramDescriptor,
  SectionDescriptor,
  SectionShape,
} from '../../transactions/index.js';
import { isAccess, isLaneLoop } from './counter-use.js';

/** A combination that makes no program, and why. */
interface Restriction {
  readonly excludes: (descriptor: ProgramDescriptor, gfx: Gfx) => boolean;
  readonly reason: string;
}

/** Shapes whose branches may each have a wait. */
export const BRANCHING: readonly SectionShape[] = [
  'uniform-if',
  'divergent-if',
  'loop',
  'divergent-loop',
  'switch',
];

/**
 * Whether a load of the table may be outstanding at a section's exit: nothing inside may mistake the table for an ordered
 * object.
 */
export function canLeaveLoad({ shape, steps, early }: SectionDescriptor, exit: ExitKind): boolean {
  const usesTable = steps.some((step) => step === 'table' || step === 'pointer');
  return shape !== 'none' && (exit === 'message' || exit === 'skipped-message') && !usesTable && !early;
}

/** Whether there is work before the section that the wait can precede (faults.md L33). */
export function hasEarlierWork({ before, discards }: ProgramDescriptor): boolean {
  return before.length > 0 || discards.before !== 'none';
}

/** Whether anything follows the section that a message can come after (faults.md L14). */
export function hasLaterWork({ after, discards }: ProgramDescriptor): boolean {
  return after.length > 0 || discards.after !== 'none';
}

/**
 * Number of shares that a section's steps are divided into if it has several paths or was several sections; 0 for others.
 */
export function sharesOf({ shape, trips, pairs }: SectionDescriptor): number {
  if (shape === 'switch') return trips;
  return pairs > 1 ? pairs : 0;
}

/** The places of a program with tallies. */
export function tallyPlaces({
  before,
  section: { steps },
  after,
}: ProgramDescriptor): ('before' | 'section' | 'after')[] {
  const places = { before, section: steps, after };
  return (['before', 'section', 'after'] as const).filter((place) => places[place].includes('tally'));
}

/** Whether colours with that conversion can be blended: integers cannot. */
export function isBlended(conversion: Conversion): boolean {
  return !conversion.includes('INT16');
}

const RESTRICTIONS: readonly Restriction[] = [
  {
    excludes: ({ exit }, gfx) => (exit === 'done') !== factsOf(gfx).exitsByExport,
    reason: 'GFX11 leaves the section by its last export, and no other generation does (S-092)',
  },
  {
    excludes: ({ section: { shape } }, gfx) => shape === 'layers' && !factsOf(gfx).hasIntrawaveCollisions,
    reason: 'GFX11 never has overlapping quads in one wave (S-075)',
  },
  {
    excludes: ({ section: { shape }, exit }) =>
      exit !== 'done' && exit !== 'message' && (exit === 'none') !== (shape === 'none'),
    reason: 'without a section there is nothing to leave, and a section is left once (S-076, S-079)',
  },
  {
    excludes: ({ section: { shape, steps }, discards }) =>
      shape === 'none' && (steps.length > 0 || discards.inside !== 'none'),
    reason: 'without a section nothing lies in it',
  },
  {
    excludes: ({ section: { shape, steps } }) => shape === 'empty' && steps.length > 0,
    reason: 'an empty section has no steps',
  },
  {
    excludes: ({ section: { shape, steps } }) =>
      shape !== 'none' && shape !== 'empty' && !steps.some(isAccess),
    reason: 'a section that is not empty accesses ordered memory',
  },
  {
    excludes: ({ section: { shape, entryPlace } }) => entryPlace === 'inside' && !BRANCHING.includes(shape),
    reason: 'only branches can have a wait each',
  },
  {
    excludes: ({ section: { shape, entryPlace, early } }) =>
      early && (entryPlace === 'inside' || shape === 'none'),
    reason: 'a wait ahead of earlier work is a wait, and ahead of all branches',
  },
  {
    excludes: (descriptor) => descriptor.section.early && !hasEarlierWork(descriptor),
    reason: 'a wait is early where work or a discard lies between it and the section',
  },
  {
    excludes: (descriptor) => descriptor.exit === 'late-message' && !hasLaterWork(descriptor),
    reason: 'a message is late where work or a discard lies between it and the section',
  },
  {
    excludes: ({ section: { shape, pairs } }) => pairs > 1 && shape !== 'plain',
    reason: 'sections that became one lie one after the other',
  },
  {
    excludes: ({ section }) => section.steps.length < sharesOf(section),
    reason: 'each arm of a switch, and each section that became one with others, has a share of the steps',
  },
  {
    excludes: (descriptor) => tallyPlaces(descriptor).length > 1,
    reason: 'what is written in a section is accessed nowhere else (S-008)',
  },
  {
    excludes: (descriptor) => descriptor.section.shape === 'none' && tallyPlaces(descriptor).length > 0,
    reason: 'a program that writes under an interlock has a section (S-002)',
  },
  {
    excludes: (descriptor) =>
      descriptor.section.entryPlace === 'inside' && tallyPlaces(descriptor).includes('after'),
    reason: 'after branches with a wait each, waves are in their section or not',
  },
  {
    excludes: ({ exit, section }) => section.leavesLoad && !canLeaveLoad(section, exit),
    reason:
      'a load is on its way after the message of a section that has later work after it, of memory that no one orders',
  },
  {
    excludes: ({ exit, section: { packer } }) => exit === 'skipped-message' && packer === 'first',
    reason: 'a wave that has set its packer owes the message (S-077)',
  },
  {
    excludes: ({ section: { steps } }) =>
      steps.some((step) => isAccess(step) && step.path === 'scalar' && step.operation !== 'load'),
    reason: 'scalar memory is read only',
  },
  {
    excludes: ({ section: { steps } }) => steps.filter(isLaneLoop).length > 1,
    reason:
      'loops over lanes have more ways through them than a judge of all paths can follow, if there are many',
  },
  {
    excludes: ({ exports: { colours, conversion } }) => (colours === 0) !== (conversion === 'ZERO'),
    reason: 'a colour has a format, and without one there is nothing to convert (S-110)',
  },
  {
    excludes: ({ parts, exports: { colours, depth } }) =>
      parts !== undefined && (colours !== 1 || depth !== 'none'),
    reason: 'the epilog exports one colour and no depth',
  },
  {
    excludes: ({ exports: { dualSource, colours, conversion } }) =>
      dualSource && (colours !== 2 || !isBlended(conversion)),
    reason: 'a blend with two sources has two colours, whose numbers can be blended',
  },
  {
    excludes: ({ parts, exit }) => parts !== undefined && (exit === 'last-message' || exit === 'combined'),
    reason: 'the section ends in the main part, ahead of the exports of the epilog',
  },
];

/** Why a descriptor makes no program on a generation; undefined if it does. */
export function illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined {
  return RESTRICTIONS.find(({ excludes }) => excludes(descriptor, gfx))?.reason;
}
