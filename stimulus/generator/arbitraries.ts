import fc from 'fast-check';
import { factsOf, type Gfx } from '../../arch/index.js';
import {
  ACCESS_OPERATIONS,
  ACCESS_PATHS,
  ACCESS_SIZES,
  type AccessPath,
  ALPHA_FUNCTIONS,
  ATOMIC_OPERATIONS,
  COHERENCE_KINDS,
  CONVERSIONS,
  DEPTH_EXPORTS,
  DISCARD_LANES,
  ENTRY_COMPARISONS,
  ENTRY_PLACEMENTS,
  EXIT_KINDS,
  EXIT_WAITS,
  type ExitKind,
  FOLDS,
  ORDERED_OBJECTS,
  type OrderedAccess,
  PACKER_SETTINGS,
  type PartsDescriptor,
  POLL_SLEEPS,
  PROLOG_COLOURS,
  type ProgramDescriptor,
  type RandomStream,
  SECTION_SHAPES,
  type SectionDescriptor,
  type SectionShape,
  type SectionStep,
  STIPPLE_PARTS,
  WORK_KINDS,
  type WorkKind,
} from '../../transactions/index.js';
import { isAccess } from './emission.js';
import { repairDescriptor } from './repair.js';

/** One test in four has all features; the others each lack about half of them (swarm testing). */
const ALL_FEATURES_EVERY = 4;

const STEP_LIMITS = [4, 4, 8, 16] as const;

/**
 * Picks one test's features: either all of them, or each with a probability of one half. Only the `work` list may
 * be empty.
 */
export function pickFeatures(stream: RandomStream, gfx: Gfx): ProgramFeatures {
  const everyFeature = allFeatures(gfx);
  const stepsMax = STEP_LIMITS[stream.below(STEP_LIMITS.length)];
  if (stream.below(ALL_FEATURES_EVERY) === 0) return { ...everyFeature, stepsMax };
  const flipCoin = (): boolean => stream.below(2) === 1;
  return {
    shapes: pickSome(stream, everyFeature.shapes),
    paths: pickSome(stream, everyFeature.paths),
    work: flipCoin() ? pickSome(stream, everyFeature.work) : [],
    exits: pickSome(stream, everyFeature.exits),
    discards: flipCoin(),
    parts: flipCoin(),
    exports: flipCoin(),
    entries: flipCoin(),
    stepsMax,
  };
}

function pickSome<T>(stream: RandomStream, values: readonly T[]): readonly T[] {
  const picked = values.filter(() => stream.below(2) === 1);
  return picked.length === 0 ? [values[stream.below(values.length)]] : picked;
}

/**
 * The features that programs may use; values missing from a list are disabled (swarm testing). The bare minimum is
 * always available: the exit message, plus buffer loads and updates when no other access is enabled (suites.md).
 */
export interface ProgramFeatures {
  readonly shapes: readonly SectionShape[];
  readonly paths: readonly AccessPath[];
  readonly work: readonly WorkKind[];
  readonly exits: readonly ExitKind[];
  /** Whether programs may discard fragments. */
  readonly discards: boolean;
  /** Whether programs may have a prolog and an epilog. */
  readonly parts: boolean;
  /** Whether programs may export. */
  readonly exports: boolean;
  /** Whether entry waits may come early, be repeated, or differ from the driver's code. */
  readonly entries: boolean;
  /** The maximum number of steps in a section. */
  readonly stepsMax: number;
}

/** Returns all features that a generation supports. */
export function allFeatures(gfx: Gfx): ProgramFeatures {
  const { exitsByExport } = factsOf(gfx);
  return {
    shapes: SECTION_SHAPES.filter((shape) => !exitsByExport || shape !== 'layers'),
    paths: ACCESS_PATHS,
    work: WORK_KINDS,
    exits: EXIT_KINDS.filter((exit) => (exit === 'done') === exitsByExport),
    discards: true,
    parts: true,
    exports: true,
    entries: true,
    stepsMax: 12,
  };
}

/** The maximum number of steps in a short section; half of all sections are short. */
const MAX_SHORT_STEPS = 3;
/** The maximum number of work items before or after a section. */
const MAX_WORK = 3;

/** Generates legal programs for a generation. They shrink towards a section with one access and nothing around it. */
export function programDescriptors(
  gfx: Gfx,
  features: ProgramFeatures = allFeatures(gfx),
): fc.Arbitrary<ProgramDescriptor> {
  const drafts = fc.record({
    fold: fc.constantFrom(...FOLDS),
    coherence: fc.constantFrom(...COHERENCE_KINDS, 'ends'),
    before: workLists(features),
    section: sections(features),
    after: workLists(features),
    discards: discards(features),
    exports: exportKinds(features),
    exit: fc.constantFrom(...features.exits),
    parts: features.parts ? optionalParts : fc.constant(undefined),
  });
  // Drafts may still combine mutually exclusive values.
  return drafts.map(({ parts: drawnParts, ...others }) =>
    repairDescriptor(drawnParts === undefined ? others : { ...others, parts: drawnParts }, gfx),
  );
}

function workLists({ work }: ProgramFeatures): fc.Arbitrary<WorkKind[]> {
  return work.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...work), { maxLength: MAX_WORK });
}

function sections(features: ProgramFeatures): fc.Arbitrary<SectionDescriptor> {
  const { entries } = features;
  return fc.record({
    shape: fc.constantFrom(...features.shapes),
    entryPlace: fc.constantFrom(...ENTRY_PLACEMENTS),
    early: entries ? rareFlag : fc.constant(false),
    rounds: entries ? fc.constantFrom(1, 1, 2) : fc.constant(1),
    pairs: fc.constantFrom(1, 1, 2, 3),
    trips: fc.constantFrom(2, 3),
    packer: entries ? fc.constantFrom(...PACKER_SETTINGS) : fc.constant('waiting'),
    compare: entries ? fc.constantFrom(...ENTRY_COMPARISONS) : fc.constant('below'),
    sleep: entries ? fc.constantFrom(...POLL_SLEEPS) : fc.constant('long'),
    waits: fc.constantFrom(...EXIT_WAITS),
    leavesLoad: rareFlag,
    steps: stepLists(features),
  });
}

const rareFlag = fc.constantFrom(false, false, false, true);

/** Depth target exports; just under half of programs have none. */
const depthExports = fc.constantFrom('none', 'none', 'none', 'none', 'none', ...DEPTH_EXPORTS);

function stepLists(features: ProgramFeatures): fc.Arbitrary<SectionStep[]> {
  const { work } = features;
  const workSteps = work.length === 0 ? [] : [fc.constantFrom(...work)];
  const step = fc.oneof({ arbitrary: accesses(features), weight: 3 }, ...workSteps);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.array(step, { maxLength: MAX_SHORT_STEPS }), weight: 2 },
    { arbitrary: fc.array(step, { maxLength: features.stepsMax, size: 'max' }), weight: 1 },
    {
      arbitrary: atOneLocation(features, fc.array(step, { maxLength: features.stepsMax, size: 'max' })),
      weight: 1,
    },
  );
}

/** Makes all steps access one location, so that each encounters the cache lines left by the others. */
function atOneLocation(
  { paths }: ProgramFeatures,
  lists: fc.Arbitrary<SectionStep[]>,
): fc.Arbitrary<SectionStep[]> {
  const pathsByLocation = { first: ['buffer'], second: ['buffer', 'global', 'flat'], image: ['image'] };
  const locations = paths.includes('image') ? ([...ORDERED_OBJECTS, 'image'] as const) : ORDERED_OBJECTS;
  return fc
    .tuple(fc.constantFrom(...locations), fc.constantFrom(0, 1), lists)
    .map(([location, slot, steps]) =>
      steps.map((step) => {
        if (!isAccess(step)) return step;
        const path = pathsByLocation[location].includes(step.path)
          ? step.path
          : location === 'image'
            ? 'image'
            : 'buffer';
        return { ...step, path, slot, object: location === 'image' ? step.object : location };
      }),
    );
}

function accesses({ paths }: ProgramFeatures): fc.Arbitrary<OrderedAccess> {
  return fc
    .record({
      operation: fc.constantFrom(...ACCESS_OPERATIONS),
      path: fc.constantFrom(...paths),
      object: fc.constantFrom(...ORDERED_OBJECTS),
      slot: fc.constantFrom(0, 1),
      size: fc.constantFrom(...ACCESS_SIZES),
      atomic: fc.constantFrom(...ATOMIC_OPERATIONS),
    })
    .map((access) => (access.path === 'scalar' ? { ...access, operation: 'load' } : access));
}

function discards(features: ProgramFeatures): fc.Arbitrary<ProgramDescriptor['discards']> {
  const lanes = features.discards
    ? fc.constantFrom('none', ...DISCARD_LANES.filter((kind) => kind !== 'all'), ...DISCARD_LANES)
    : fc.constant('none' as const);
  return fc.record({ before: lanes, inside: lanes, after: lanes, message: fc.boolean() });
}

function exportKinds(features: ProgramFeatures): fc.Arbitrary<ProgramDescriptor['exports']> {
  if (!features.exports)
    return fc.constant({ colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false });
  return fc.record({
    colours: fc.constantFrom(0, 1, 2, 3, 4),
    conversion: fc.constantFrom(...CONVERSIONS.filter((kind) => kind !== 'ZERO')),
    depth: depthExports,
    dualSource: rareFlag,
    toTarget: fc.boolean(),
  });
}

const parts: fc.Arbitrary<PartsDescriptor> = fc.record({
  prolog: fc.constantFrom(...PROLOG_COLOURS),
  stipple: fc.constantFrom(...STIPPLE_PARTS),
  clamp: fc.boolean(),
  alphaTest: fc.constantFrom('always', ...ALPHA_FUNCTIONS),
  smoothing: fc.boolean(),
  alphaToOne: fc.boolean(),
});

/** Two in three programs have no parts and do their own exports. */
const optionalParts = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant(undefined), weight: 2 },
  { arbitrary: parts, weight: 1 },
);
