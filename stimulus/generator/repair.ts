import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type {
  ExitKind,
  OrderedAccess,
  ProgramDescriptor,
  SectionDescriptor,
  SectionStep,
} from '../../transactions/index.js';
import { isAccess, loopsOverLanes } from './counter-use.js';
import {
  BRANCHING,
  canLeaveLoad,
  hasEarlierWork,
  hasLaterWork,
  isBlended,
  sharesOf,
  tallyPlaces,
} from './legality.js';

/** The minimal section. */
export const PLAIN_UPDATE: OrderedAccess = {
  operation: 'update',
  path: 'buffer',
  object: 'first',
  slot: 0,
  size: 'b32',
  atomic: 'swap',
};

/** The nearest legal descriptor: of mutually exclusive values, the section's shape takes precedence, then the parts. */
export function repaired(descriptor: ProgramDescriptor, gfx: Gfx): ProgramDescriptor {
  const { parts, discards, exports } = descriptor;
  const withLegalSection = { ...descriptor, section: repairedSection(descriptor.section, gfx) };
  const tallied = { ...withLegalSection, ...withTalliesOnce(withLegalSection) };
  const exit = repairedExit(tallied, gfx);
  const section = filledSection(tallied, exit);
  const isWhole = parts === undefined;
  const dualSource = exports.dualSource && isWhole && isBlended(exports.conversion);
  const colours = dualSource ? 2 : isWhole ? exports.colours : 1;
  const format = exports.conversion === 'ZERO' ? 'ABGR32' : exports.conversion;
  return {
    ...tallied,
    section,
    discards: section.shape === 'none' ? { ...discards, inside: 'none' } : discards,
    exports: {
      ...exports,
      colours,
      conversion: colours === 0 ? 'ZERO' : format,
      depth: isWhole ? exports.depth : 'none',
      dualSource,
    },
    exit,
  };
}

/** Tallies at the first possible place, and nowhere without a section. */
function withTalliesOnce(
  descriptor: ProgramDescriptor,
): Pick<ProgramDescriptor, 'before' | 'section' | 'after'> {
  const { before, section, after } = descriptor;
  const places = section.shape === 'none' ? [] : tallyPlaces(descriptor);
  const tallyPlace = places.find((place) => place !== 'after' || section.entryPlace === 'ahead');
  const withoutTallies = <Step>(steps: readonly Step[]): readonly Step[] =>
    steps.filter((step) => step !== 'tally');
  return {
    before: tallyPlace === 'before' ? before : withoutTallies(before),
    section: tallyPlace === 'section' ? section : { ...section, steps: withoutTallies(section.steps) },
    after: tallyPlace === 'after' ? after : withoutTallies(after),
  };
}

function repairedSection(section: SectionDescriptor, gfx: Gfx): SectionDescriptor {
  const shape = section.shape === 'layers' && !factsOf(gfx).hasIntrawaveCollisions ? 'plain' : section.shape;
  const entryPlace = BRANCHING.includes(shape) ? section.entryPlace : 'ahead';
  return {
    ...section,
    shape,
    entryPlace,
    early: section.early && entryPlace === 'ahead' && shape !== 'none',
    pairs: shape === 'plain' ? section.pairs : 1,
    steps: shape === 'none' || shape === 'empty' ? [] : withAccess(section.steps),
  };
}

/** The section adjusted to its surroundings, with at least one step for each of its shares. */
function filledSection(descriptor: ProgramDescriptor, exit: ExitKind): SectionDescriptor {
  const { section } = descriptor;
  const entered = { ...section, early: section.early && hasEarlierWork(descriptor) };
  const missing = Math.max(0, sharesOf(section) - section.steps.length);
  // Each is a separate object, since steps are distinguished by identity.
  const addedSteps = Array.from({ length: missing }, () => ({ ...PLAIN_UPDATE }));
  return {
    ...entered,
    leavesLoad: section.leavesLoad && canLeaveLoad(entered, exit),
    steps: [...section.steps, ...addedSteps],
  };
}

/** Legal steps with at least one access: the first loop over lanes stays, and the others become plain buffer accesses. */
function withAccess(steps: readonly SectionStep[]): readonly SectionStep[] {
  const loop = steps.findIndex(loopsOverLanes);
  const legal = steps.map((step, at) => {
    if (!loopsOverLanes(step)) return step;
    if (at !== loop) return { ...step, path: 'buffer' as const };
    return step.path === 'scalar' ? { ...step, operation: 'load' as const } : step;
  });
  return legal.some(isAccess) ? legal : [...legal, { ...PLAIN_UPDATE }];
}

function repairedExit(descriptor: ProgramDescriptor, gfx: Gfx): ExitKind {
  if (factsOf(gfx).exitsByExport) return 'done';
  const { exit, parts } = descriptor;
  const { shape, packer } = descriptor.section;
  if (shape === 'none') return exit === 'message' ? 'message' : 'none';
  if (exit === 'none' || exit === 'done') return 'message';
  if (exit === 'skipped-message' && packer === 'first') return 'message';
  const isMoved = parts !== undefined && (exit === 'last-message' || exit === 'combined');
  const movedExit = isMoved ? 'late-message' : exit;
  return movedExit === 'late-message' && !hasLaterWork(descriptor) ? 'message' : movedExit;
}
