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

type Change = Partial<ProgramDescriptor>;

/** The properties of a minimal program, except its section. */
const MINIMAL_PROPERTIES = {
  fold: 'multiply',
  before: [],
  after: [],
  discards: { before: 'none', inside: 'none', after: 'none', message: false },
  exports: { colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false },
  exit: 'message',
} as const satisfies Change;

/** The properties of a minimal program's section, except its accesses. */
const MINIMAL_SECTION: Omit<SectionDescriptor, 'steps'> = {
  shape: 'plain',
  entryPlace: 'ahead',
  early: false,
  rounds: 1,
  pairs: 1,
  trips: 2,
  packer: 'waiting',
  compare: 'below',
  sleep: 'long',
  waits: 'needed',
  leavesLoad: false,
};

/**
 * Yields simpler legal replacements for a descriptor, most drastic first: without the prolog, epilog or anything else
 * around the section; then with one property taken from a minimal program; then with fewer and simpler steps. Never
 * yields a descriptor twice.
 */
export function* listSimplerDescriptors(
  descriptor: ProgramDescriptor,
  gfx: Gfx,
): Generator<ProgramDescriptor> {
  const { parts, ...withoutParts } = descriptor;
  const { section } = descriptor;
  // Strings identify descriptors, since none of the changes reorder a descriptor's properties.
  const triedKeys = new Set([JSON.stringify(descriptor)]);
  const candidates: ProgramDescriptor[] = [
    { ...withoutParts, ...MINIMAL_PROPERTIES, section: { ...section, ...MINIMAL_SECTION } },
    { ...withoutParts, ...MINIMAL_PROPERTIES },
    ...(parts === undefined ? [] : [withoutParts]),
    ...splitProperties(MINIMAL_PROPERTIES).map((change) => ({ ...descriptor, ...change })),
    ...splitProperties(MINIMAL_SECTION).map((change) => ({
      ...descriptor,
      section: { ...section, ...change },
    })),
    ...(['discards', 'exports'] as const).flatMap((name) =>
      splitProperties(MINIMAL_PROPERTIES[name]).map((change) => ({
        ...descriptor,
        [name]: { ...descriptor[name], ...change },
      })),
    ),
    ...simplifySteps(section.steps).map((steps) => ({ ...descriptor, section: { ...section, steps } })),
  ];
  for (const candidate of candidates) {
    const repaired = repairDescriptor(candidate, gfx);
    const key = JSON.stringify(repaired);
    // Repairs may add steps.
    if (triedKeys.has(key) || repaired.section.steps.length > section.steps.length) continue;
    triedKeys.add(key);
    yield repaired;
  }
}

function splitProperties<T extends object>(values: T): Partial<T>[] {
  return Object.entries(values).map(([name, value]) => ({ [name]: value }) as Partial<T>);
}

/**
 * Returns simpler lists of steps: each half, all steps but one, and all steps with one of them replaced by a minimal
 * update or a simpler access.
 */
function simplifySteps(steps: readonly SectionStep[]): (readonly SectionStep[])[] {
  const half = steps.length >> 1;
  const replaceStep = (index: number, replacement: SectionStep): SectionStep[] =>
    steps.map((step, i) => (i === index ? replacement : step));
  return [
    ...(half > 0 ? [steps.slice(0, half), steps.slice(half)] : []),
    ...steps.map((_, index) => steps.filter((_step, i) => i !== index)),
    ...steps.map((_, index) => replaceStep(index, { ...MINIMAL_UPDATE })),
    ...steps.flatMap((step, index) =>
      isAccess(step)
        ? splitProperties(MINIMAL_UPDATE).map((change) => replaceStep(index, { ...step, ...change }))
        : [],
    ),
  ];
}

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
