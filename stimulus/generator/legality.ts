import { factsOf, type Gfx, lookup } from '../../arch/index.js';
import type {
  Conversion,
  ExitKind,
  ProgramDescriptor,
  SectionDescriptor,
  SectionShape,
} from '../../transactions/index.js';
import { isAccess, loopsOverLanes } from './emission.js';

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
export function listPartsWithTallies({ before, section, after }: ProgramDescriptor) {
  const work = { before, section: section.steps, after };
  return (['before', 'section', 'after'] as const).filter((part) => work[part].includes('tally'));
}

/** Returns whether colours with the given conversion can be blended; integer colours cannot. */
export function isBlended(conversion: Conversion): boolean {
  return !conversion.includes('INT16');
}

/** Why combinations of features are illegal, and which ones are. */
const RESTRICTIONS: Readonly<Record<string, (descriptor: ProgramDescriptor, gfx: Gfx) => boolean>> = lookup({
  'a program exits the section with its last export on GFX11 and later, but not on earlier generations (S-092)':
    ({ exit }, gfx) => (exit === 'done') !== factsOf(gfx).exitsByExport,
  'on GFX11 and later, no wave has overlapping quads (S-075)': ({ section: { shape } }, gfx) =>
    shape === 'layers' && !factsOf(gfx).hasIntrawaveCollisions,
  'a section has exactly one exit, and a program without a section has none (S-076, S-079)': ({
    section,
    exit,
  }) => exit !== 'done' && exit !== 'message' && (exit === 'none') !== (section.shape === 'none'),
  'steps and discards inside a section require a section': ({ section: { shape, steps }, discards }) =>
    shape === 'none' && (steps.length > 0 || discards.inside !== 'none'),
  'an empty section has no steps': ({ section: { shape, steps } }) => shape === 'empty' && steps.length > 0,
  'a section with steps must access ordered memory': ({ section: { shape, steps } }) =>
    shape !== 'none' && shape !== 'empty' && !steps.some(isAccess),
  'waits can only be placed inside branches if there are branches': ({ section: { shape, entryPlace } }) =>
    entryPlace === 'inside' && !BRANCHING.includes(shape),
  'an early wait requires a section and comes before all branches': ({ section }) =>
    section.early && (section.entryPlace === 'inside' || section.shape === 'none'),
  'an early wait requires work or a discard before the section': (descriptor) =>
    descriptor.section.early && !hasEarlierWork(descriptor),
  'a late message requires work or a discard after the section': (descriptor) =>
    descriptor.exit === 'late-message' && !hasLaterWork(descriptor),
  'only plain sections can be merged': ({ section: { shape, pairs } }) => pairs > 1 && shape !== 'plain',
  'each arm of a switch, and each merged section, has at least one step': ({ section }) =>
    section.steps.length < countStepParts(section),
  'memory written in a section is not accessed elsewhere (S-008)': (descriptor) =>
    listPartsWithTallies(descriptor).length > 1,
  'a program that writes under an interlock must have a section (S-002)': (descriptor) =>
    descriptor.section.shape === 'none' && listPartsWithTallies(descriptor).length > 0,
  'if the waits are inside branches, whether the wave has to exit depends on the path taken': (descriptor) =>
    descriptor.section.entryPlace === 'inside' && listPartsWithTallies(descriptor).includes('after'),
  'a load can only be left outstanding if the exit is a message, and the section has no early wait and does not access the table':
    ({ exit, section }) => section.leavesLoad && !canLeaveLoad(section, exit),
  'a wave that has set its packer must send the message (S-077)': ({ exit, section: { packer } }) =>
    exit === 'skipped-message' && packer === 'first',
  'scalar memory is read-only': ({ section: { steps } }) =>
    steps.some((step) => isAccess(step) && step.path === 'scalar' && step.operation !== 'load'),
  'with more than one loop over lanes, there are too many paths for a static check': ({ section }) =>
    section.steps.filter(loopsOverLanes).length > 1,
  'a program has a colour format if and only if it exports colours (S-110)': ({ exports }) =>
    (exports.colours === 0) !== (exports.conversion === 'ZERO'),
  'the epilog exports one colour and no depth': ({ parts, exports: { colours, depth } }) =>
    parts !== undefined && (colours !== 1 || depth !== 'none'),
  'dual-source blending requires two colours in a blendable format': ({ exports }) =>
    exports.dualSource && (exports.colours !== 2 || !isBlended(exports.conversion)),
  'the section ends in the main part, before the exports of the epilog': ({ parts, exit }) =>
    parts !== undefined && (exit === 'last-message' || exit === 'combined'),
});

/** Returns why a descriptor is illegal on a generation, or undefined if it is legal. */
export function illegalReason(descriptor: ProgramDescriptor, gfx: Gfx): string | undefined {
  return Object.keys(RESTRICTIONS).find((reason) => RESTRICTIONS[reason]!(descriptor, gfx));
}
