import { factsOf, type Gfx } from '../../arch/index.js';
import type {
  ExitKind,
  OrderedAccess,
  ProgramDescriptor,
  SectionDescriptor,
  SectionStep,
} from '../../transactions/index.js';
import { isAccess, loopsOverLanes } from './emission.js';
import {
  BRANCHING,
  canLeaveLoad,
  countStepParts,
  hasEarlierWork,
  hasLaterWork,
  isBlended,
  listPartsWithTallies,
} from './legality.js';

/** The only access in the minimal section. */
export const MINIMAL_UPDATE: OrderedAccess = {
  operation: 'update',
  path: 'buffer',
  object: 'first',
  slot: 0,
  size: 'b32',
  atomic: 'swap',
};

/** Returns the nearest legal descriptor. If values conflict, the section's shape takes precedence, then the parts. */
export function repairDescriptor(descriptor: ProgramDescriptor, gfx: Gfx): ProgramDescriptor {
  const { parts, discards, exports } = descriptor;
  const withLegalSection = { ...descriptor, section: repairSection(descriptor.section, gfx) };
  const withLegalTallies = { ...withLegalSection, ...keepFirstTallies(withLegalSection) };
  const exit = repairExit(withLegalTallies, gfx);
  const section = fillSection(withLegalTallies, exit);
  const hasOwnExports = parts === undefined;
  const dualSource = exports.dualSource && hasOwnExports && isBlended(exports.conversion);
  const colours = dualSource ? 2 : hasOwnExports ? exports.colours : 1;
  const format = exports.conversion === 'ZERO' ? 'ABGR32' : exports.conversion;
  return {
    ...withLegalTallies,
    section,
    discards: section.shape === 'none' ? { ...discards, inside: 'none' } : discards,
    exports: {
      ...exports,
      colours,
      conversion: colours === 0 ? 'ZERO' : format,
      depth: hasOwnExports ? exports.depth : 'none',
      dualSource,
    },
    exit,
  };
}

/**
 * Keeps the tallies in the first part of the program where they are legal, and removes all others. Removes every tally
 * if there is no section.
 */
function keepFirstTallies(
  descriptor: ProgramDescriptor,
): Pick<ProgramDescriptor, 'before' | 'section' | 'after'> {
  const { before, section, after } = descriptor;
  const parts = section.shape === 'none' ? [] : listPartsWithTallies(descriptor);
  const partWithTallies = parts.find((part) => part !== 'after' || section.entryPlace === 'ahead');
  const withoutTallies = <Step>(steps: readonly Step[]): readonly Step[] =>
    steps.filter((step) => step !== 'tally');
  return {
    before: partWithTallies === 'before' ? before : withoutTallies(before),
    section: partWithTallies === 'section' ? section : { ...section, steps: withoutTallies(section.steps) },
    after: partWithTallies === 'after' ? after : withoutTallies(after),
  };
}

function repairSection(section: SectionDescriptor, gfx: Gfx): SectionDescriptor {
  const shape = section.shape === 'layers' && !factsOf(gfx).hasIntrawaveCollisions ? 'plain' : section.shape;
  const entryPlace = BRANCHING.includes(shape) ? section.entryPlace : 'ahead';
  return {
    ...section,
    shape,
    entryPlace,
    early: section.early && entryPlace === 'ahead' && shape !== 'none',
    pairs: shape === 'plain' ? section.pairs : 1,
    steps: shape === 'none' || shape === 'empty' ? [] : repairSteps(section.steps),
  };
}

/** Makes the section fit the rest of the program, and adds steps until each of its parts has at least one. */
function fillSection(descriptor: ProgramDescriptor, exit: ExitKind): SectionDescriptor {
  const { section } = descriptor;
  const adjustedSection = { ...section, early: section.early && hasEarlierWork(descriptor) };
  const missingCount = Math.max(0, countStepParts(section) - section.steps.length);
  // The steps are separate objects, because steps are compared by identity.
  const addedSteps = Array.from({ length: missingCount }, () => ({ ...MINIMAL_UPDATE }));
  return {
    ...adjustedSection,
    leavesLoad: section.leavesLoad && canLeaveLoad(adjustedSection, exit),
    steps: [...section.steps, ...addedSteps],
  };
}

/**
 * Makes the steps legal and adds an access if there is none. The first loop over lanes is kept; any others become
 * ordinary buffer accesses.
 */
function repairSteps(steps: readonly SectionStep[]): readonly SectionStep[] {
  const firstLoop = steps.findIndex(loopsOverLanes);
  const legalSteps = steps.map((step, i) => {
    if (!loopsOverLanes(step)) return step;
    if (i !== firstLoop) return { ...step, path: 'buffer' as const };
    return step.path === 'scalar' ? { ...step, operation: 'load' as const } : step;
  });
  return legalSteps.some(isAccess) ? legalSteps : [...legalSteps, { ...MINIMAL_UPDATE }];
}

function repairExit(descriptor: ProgramDescriptor, gfx: Gfx): ExitKind {
  if (factsOf(gfx).exitsByExport) return 'done';
  const { exit, parts } = descriptor;
  const { shape, packer } = descriptor.section;
  if (shape === 'none') return exit === 'message' ? 'message' : 'none';
  if (exit === 'none' || exit === 'done') return 'message';
  if (exit === 'skipped-message' && packer === 'first') return 'message';
  const mustMove = parts !== undefined && (exit === 'last-message' || exit === 'combined');
  const movedExit = mustMove ? 'late-message' : exit;
  return movedExit === 'late-message' && !hasLaterWork(descriptor) ? 'message' : movedExit;
}
