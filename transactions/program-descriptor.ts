import { z } from 'zod';
import type { Fields } from './input/index.js';
import { ALPHA_FUNCTIONS, CONVERSIONS, PROLOG_COLOURS, STIPPLE_PARTS } from './shader-sections.js';

/** Where the ordered section sits in the program's control flow. `none` and `empty` do not access ordered memory. */
export const SECTION_SHAPES = [
  'plain',
  'none',
  'empty',
  'uniform-if',
  'divergent-if',
  'loop',
  'divergent-loop',
  'switch',
  'layers',
] as const;

/** Where the code waits for overlapped waves: before the section's branches, or in each branch. */
export const ENTRY_PLACEMENTS = ['ahead', 'inside'] as const;

/**
 * When the packer is set: only by waiting waves, by every wave at the very beginning, or by waiting waves
 * twice (faults.md L04, L06, L07).
 */
export const PACKER_SETTINGS = ['waiting', 'first', 'twice'] as const;

/** How a poll compares ids: newest < exiting, or exiting > newest. */
export const ENTRY_COMPARISONS = ['below', 'above'] as const;

/** What a wave does between polls: the driver's long sleep, a short one, or nothing. */
export const POLL_SLEEPS = ['long', 'short', 'none'] as const;

/**
 * How the section ends. On GFX10.3 and earlier, the message is sent at the end of the section, after later work, after
 * the exports (faults.md L14), or only by waves that set their packer (L04); or the wave ends with
 * `s_endpgm_ordered_ps_done`; or, without a section, there is no exit. On GFX11 and later, the `done` export ends it.
 */
export const EXIT_KINDS = [
  'message',
  'none',
  'late-message',
  'last-message',
  'skipped-message',
  'combined',
  'done',
] as const;

/** Which fragments a discard removes: none, those of every fourth primitive, every other pixel, or all. */
export const DISCARD_LANES = ['none', 'primitives', 'pixels', 'all'] as const;

/**
 * Order-independent work: on read-only memory, on registers, on the wave's own LDS, or on tallies shared by all
 * fragments.
 */
export const WORK_KINDS = [
  'alu',
  'local',
  'exchange',
  'table',
  'texture',
  'uniform',
  'pointer',
  'tally',
] as const;

/** The operation of an ordered memory access; `update` loads a value, folds another into it and stores the result. */
export const ACCESS_OPERATIONS = ['load', 'store', 'update', 'atomic', 'atomic-return'] as const;

/** How the access is performed. `scalar` and `waterfall` are loops over the lanes of a wave. */
export const ACCESS_PATHS = ['buffer', 'image', 'global', 'flat', 'scalar', 'waterfall'] as const;

/** The two ordered buffers; the image is a third object. */
export const ORDERED_OBJECTS = ['first', 'second'] as const;

/** Data size per lane, as written in GFX11 mnemonics. */
export const ACCESS_SIZES = ['u8', 'u16', 'b32', 'b64', 'b96', 'b128'] as const;

/** What an atomic access computes. */
export const ATOMIC_OPERATIONS = [
  'swap',
  'add',
  'sub',
  'smin',
  'umin',
  'smax',
  'umax',
  'and',
  'or',
  'xor',
  'inc',
  'dec',
] as const;

/**
 * Which accesses set the coherence bits of their generation: none, the first read and last write of each
 * byte (S-104), or all. With `emptied`, only writes set them, and the cache is invalidated before reads instead.
 */
export const COHERENCE_KINDS = ['none', 'ends', 'all', 'emptied'] as const;

/** How one value is folded into another; the operations are order-sensitive. */
export const FOLDS = ['multiply', 'multiply-24', 'rotate'] as const;

/** What the code waits for before an exit: the section's outstanding operations, or every counter. */
export const EXIT_WAITS = ['needed', 'all'] as const;

/** What is exported to the depth target: depth, a stencil value, a sample mask, or several of them. */
export const DEPTH_EXPORTS = [
  'none',
  'depth',
  'stencil',
  'mask',
  'depth-stencil',
  'depth-mask',
  'stencil-mask',
  'all',
] as const;

/** Where the ordered section sits in the program's control flow (suites.md). */
export type SectionShape = (typeof SECTION_SHAPES)[number];
/** Whether the code waits for overlapped waves before the section's branches, or in each of them (suites.md). */
export type EntryPlace = (typeof ENTRY_PLACEMENTS)[number];
/** When a wave sets its packer: only when it waits, at the very beginning, or twice (pops.md 5). */
export type PackerSetting = (typeof PACKER_SETTINGS)[number];
/** How a poll compares the newest overlapped id with the exiting id (pops.md 5). */
export type EntryCompare = (typeof ENTRY_COMPARISONS)[number];
/** What a wave does between polls: a long sleep, a short one, or nothing (pops.md 5). */
export type PollSleep = (typeof POLL_SLEEPS)[number];
/** How the section ends (pops.md 5). */
export type ExitKind = (typeof EXIT_KINDS)[number];
/** Which fragments a discard removes (suites.md). */
export type DiscardLanes = (typeof DISCARD_LANES)[number];
/** An order-independent step (suites.md). */
export type WorkKind = (typeof WORK_KINDS)[number];
/**
 * The operation of an ordered memory access; `update` loads a value, folds another into it and stores the
 * result (suites.md).
 */
export type AccessOperation = (typeof ACCESS_OPERATIONS)[number];
/** The instructions that perform an access. `scalar` and `waterfall` are loops over the lanes of a wave (suites.md). */
export type AccessPath = (typeof ACCESS_PATHS)[number];
/** Which of the two ordered buffers an access uses (suites.md). */
export type OrderedObject = (typeof ORDERED_OBJECTS)[number];
/** Data size per lane, as written in GFX11 mnemonics (suites.md). */
export type AccessSize = (typeof ACCESS_SIZES)[number];
/** What an atomic access computes (suites.md). */
export type AtomicOperation = (typeof ATOMIC_OPERATIONS)[number];
/** Which accesses set the coherence bits of their generation (S-104). */
export type CoherenceKind = (typeof COHERENCE_KINDS)[number];
/** What is exported to the depth target (suites.md). */
export type DepthExport = (typeof DEPTH_EXPORTS)[number];
/** What the code waits for before an exit: the section's outstanding operations, or every counter (suites.md). */
export type ExitWait = (typeof EXIT_WAITS)[number];
/** How one value is folded into another; the operations are order-sensitive (suites.md). */
export type Fold = (typeof FOLDS)[number];

const work = z.enum(WORK_KINDS);
const discardLanes = z.enum(DISCARD_LANES);
const integers = <const N extends number>(...values: N[]): z.ZodType<N> =>
  z.union(values.map((value) => z.literal(value)));

const access = {
  operation: z.enum(ACCESS_OPERATIONS),
  path: z.enum(ACCESS_PATHS),
  object: z.enum(ORDERED_OBJECTS),
  /** Which of the pixel's two 16-byte slots is accessed. */
  slot: integers(0, 1),
  size: z.enum(ACCESS_SIZES),
  atomic: z.enum(ATOMIC_OPERATIONS),
};

/**
 * One access in the ordered section (suites.md). Fields that do not apply to its path are ignored; for
 * example, images ignore `slot`, because they have one word per pixel.
 */
export interface OrderedAccess extends Fields<typeof access> {}

/** A step of the ordered section (suites.md). */
export type SectionStep = WorkKind | OrderedAccess;

const step: z.ZodType<SectionStep> = z.union([work, z.strictObject(access)]);

const section = {
  shape: z.enum(SECTION_SHAPES),
  entryPlace: z.enum(ENTRY_PLACEMENTS),
  /** Whether the entry wait comes before order-independent work (faults.md L33). */
  early: z.boolean(),
  /** How many times in a row each entry wait is executed (faults.md L08). */
  rounds: integers(1, 2),
  /** How many source sections are merged into this one. The steps are divided among them. */
  pairs: integers(1, 2, 3),
  /** Number of loop iterations or switch arms. */
  trips: integers(2, 3),
  packer: z.enum(PACKER_SETTINGS),
  compare: z.enum(ENTRY_COMPARISONS),
  sleep: z.enum(POLL_SLEEPS),
  waits: z.enum(EXIT_WAITS),
  /** Whether an order-independent load is outstanding when the message is sent (faults.md L21). */
  leavesLoad: z.boolean(),
  steps: z.array(step),
};

/**
 * The ordered section and the entry wait before it (suites.md). `shape` says where the section sits in the control
 * flow; `steps` are executed inside it.
 */
export interface SectionDescriptor extends Fields<typeof section> {}
const sectionSchema: z.ZodType<SectionDescriptor> = z.strictObject(section);

const discards = {
  before: discardLanes,
  inside: discardLanes,
  after: discardLanes,
  /** Whether waves that end before the section still send its message (faults.md L24). */
  message: z.boolean(),
};

/** Where fragments are discarded. A wave that loses its last fragment ends there (suites.md). */
export interface DiscardDescriptor extends Fields<typeof discards> {}
const discardsSchema: z.ZodType<DiscardDescriptor> = z.strictObject(discards);

const exports = {
  /** If 0, the program exports with no channels enabled. */
  colours: integers(0, 1, 2, 3, 4),
  conversion: z.enum(CONVERSIONS),
  depth: z.enum(DEPTH_EXPORTS),
  /**
   * Whether the second of two colours is the second blend source, which GFX11 exports together with the first
   * (faults.md F137).
   */
  dualSource: z.boolean(),
  /** Whether an export with no channels goes to the first target instead of the null target, which GFX11 lacks. */
  toTarget: z.boolean(),
};

/**
 * What the program exports: a number of colours, all in the same format, after any exports to the depth target
 * (suites.md).
 */
export interface ExportDescriptor extends Fields<typeof exports> {}
const exportsSchema: z.ZodType<ExportDescriptor> = z.strictObject(exports);

const parts = {
  prolog: z.enum(PROLOG_COLOURS),
  stipple: z.enum(STIPPLE_PARTS),
  clamp: z.boolean(),
  alphaTest: z.enum(ALPHA_FUNCTIONS),
  smoothing: z.boolean(),
  alphaToOne: z.boolean(),
};

/**
 * Pipeline state that is emulated by a prolog before the program and an epilog after it (suites.md). `clamp`,
 * `smoothing` and `alphaToOne` are as in `SectionState`. The epilog exports one colour.
 */
export interface PartsDescriptor extends Fields<typeof parts> {}
const partsSchema: z.ZodType<PartsDescriptor> = z.strictObject(parts);

const descriptor = {
  fold: z.enum(FOLDS),
  coherence: z.enum(COHERENCE_KINDS),
  before: z.array(work),
  section: sectionSchema,
  after: z.array(work),
  discards: discardsSchema,
  exports: exportsSchema,
  exit: z.enum(EXIT_KINDS),
  /** The prolog and epilog. If absent, the program itself does the exports. */
  parts: partsSchema.exactOptional(),
};

/** A complete pixel shader as plain data, with the work `before` and `after` its ordered section (suites.md). */
export interface ProgramDescriptor extends Fields<typeof descriptor> {}

/** Validates a program descriptor in a scenario file. */
export const programDescriptorSchema: z.ZodType<ProgramDescriptor> = z.strictObject(descriptor);
