import type { AlphaFunction, Conversion, PrologColours, StipplePart } from './shader-sections.js';

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

/**
 * One access in the ordered section (suites.md). Fields that do not apply to its path are ignored; for
 * example, images ignore `slot`, because they have one word per pixel.
 */
export interface OrderedAccess {
  readonly operation: AccessOperation;
  readonly path: AccessPath;
  readonly object: OrderedObject;
  /** Which of the pixel's two 16-byte slots is accessed. */
  readonly slot: 0 | 1;
  readonly size: AccessSize;
  readonly atomic: AtomicOperation;
}

/** A step of the ordered section (suites.md). */
export type SectionStep = WorkKind | OrderedAccess;

/**
 * The ordered section and the entry wait before it (suites.md). `shape` says where the section sits in the control
 * flow; `steps` are executed inside it.
 */
export interface SectionDescriptor {
  readonly shape: SectionShape;
  readonly entryPlace: EntryPlace;
  /** Whether the entry wait comes before order-independent work (faults.md L33). */
  readonly early: boolean;
  /** How many times in a row each entry wait is executed (faults.md L08). */
  readonly rounds: 1 | 2;
  /** How many source sections are merged into this one. The steps are divided among them. */
  readonly pairs: 1 | 2 | 3;
  /** Number of loop iterations or switch arms. */
  readonly trips: 2 | 3;
  readonly packer: PackerSetting;
  readonly compare: EntryCompare;
  readonly sleep: PollSleep;
  readonly waits: ExitWait;
  /** Whether an order-independent load is outstanding when the message is sent (faults.md L21). */
  readonly leavesLoad: boolean;
  readonly steps: readonly SectionStep[];
}

/** Where fragments are discarded. A wave that loses its last fragment ends there (suites.md). */
export interface DiscardDescriptor {
  readonly before: DiscardLanes;
  readonly inside: DiscardLanes;
  readonly after: DiscardLanes;
  /** Whether waves that end before the section still send its message (faults.md L24). */
  readonly message: boolean;
}

/**
 * What the program exports: a number of colours, all in the same format, after any exports to the depth target
 * (suites.md).
 */
export interface ExportDescriptor {
  /** If 0, the program exports with no channels enabled. */
  readonly colours: 0 | 1 | 2 | 3 | 4;
  readonly conversion: Conversion;
  readonly depth: DepthExport;
  /**
   * Whether the second of two colours is the second blend source, which GFX11 exports together with the first
   * (faults.md F137).
   */
  readonly dualSource: boolean;
  /** Whether an export with no channels goes to the first target instead of the null target, which GFX11 lacks. */
  readonly toTarget: boolean;
}

/**
 * Pipeline state that is emulated by a prolog before the program and an epilog after it (suites.md). `clamp`,
 * `smoothing` and `alphaToOne` are as in `SectionState`. The epilog exports one colour.
 */
export interface PartsDescriptor {
  readonly prolog: PrologColours;
  readonly stipple: StipplePart;
  readonly clamp: boolean;
  readonly alphaTest: AlphaFunction;
  readonly smoothing: boolean;
  readonly alphaToOne: boolean;
}

/** A complete pixel shader as plain data, with the work `before` and `after` its ordered section (suites.md). */
export interface ProgramDescriptor {
  readonly fold: Fold;
  readonly coherence: CoherenceKind;
  readonly before: readonly WorkKind[];
  readonly section: SectionDescriptor;
  readonly after: readonly WorkKind[];
  readonly discards: DiscardDescriptor;
  readonly exports: ExportDescriptor;
  readonly exit: ExitKind;
  /** The prolog and epilog. If absent, the program itself does the exports. */
  readonly parts?: PartsDescriptor;
}
