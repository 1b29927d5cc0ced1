import { z } from 'zod';
import {
  ACCESS_OPERATIONS,
  ACCESS_PATHS,
  ACCESS_SIZES,
  ATOMIC_OPERATIONS,
  COHERENCE_KINDS,
  DEPTH_EXPORTS,
  DISCARD_LANES,
  ENTRY_COMPARISONS,
  ENTRY_PLACEMENTS,
  EXIT_KINDS,
  EXIT_WAITS,
  FOLDS,
  ORDERED_OBJECTS,
  PACKER_SETTINGS,
  POLL_SLEEPS,
  type ProgramDescriptor,
  SECTION_SHAPES,
  WORK_KINDS,
} from './program-descriptor.js';
import { ALPHA_FUNCTIONS, CONVERSIONS, PROLOG_COLOURS, STIPPLE_PARTS } from './shader-sections.js';

const work = z.enum(WORK_KINDS);
const discardLanes = z.enum(DISCARD_LANES);

const access = z.strictObject({
  operation: z.enum(ACCESS_OPERATIONS),
  path: z.enum(ACCESS_PATHS),
  object: z.enum(ORDERED_OBJECTS),
  slot: z.union([z.literal(0), z.literal(1)]),
  size: z.enum(ACCESS_SIZES),
  atomic: z.enum(ATOMIC_OPERATIONS),
});

/** Validates a program descriptor in a scenario file. */
export const programDescriptorSchema: z.ZodType<ProgramDescriptor> = z.strictObject({
  fold: z.enum(FOLDS),
  coherence: z.enum(COHERENCE_KINDS),
  before: z.array(work),
  section: z.strictObject({
    shape: z.enum(SECTION_SHAPES),
    entryPlace: z.enum(ENTRY_PLACEMENTS),
    early: z.boolean(),
    rounds: z.union([z.literal(1), z.literal(2)]),
    pairs: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    trips: z.union([z.literal(2), z.literal(3)]),
    packer: z.enum(PACKER_SETTINGS),
    compare: z.enum(ENTRY_COMPARISONS),
    sleep: z.enum(POLL_SLEEPS),
    waits: z.enum(EXIT_WAITS),
    leavesLoad: z.boolean(),
    steps: z.array(z.union([work, access])),
  }),
  after: z.array(work),
  discards: z.strictObject({
    before: discardLanes,
    inside: discardLanes,
    after: discardLanes,
    message: z.boolean(),
  }),
  exports: z.strictObject({
    colours: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    conversion: z.enum(CONVERSIONS),
    depth: z.enum(DEPTH_EXPORTS),
    dualSource: z.boolean(),
    toTarget: z.boolean(),
  }),
  exit: z.enum(EXIT_KINDS),
  parts: z
    .strictObject({
      prolog: z.enum(PROLOG_COLOURS),
      stipple: z.enum(STIPPLE_PARTS),
      clamp: z.boolean(),
      alphaTest: z.enum(ALPHA_FUNCTIONS),
      smoothing: z.boolean(),
      alphaToOne: z.boolean(),
    })
    .exactOptional(),
});
