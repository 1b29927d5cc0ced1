import type { AlphaFunction, Conversion, PrologColours, StipplePart } from './shader-sections.js';

/** Position of the ordered section among its program's branches; `none` and `empty` access no ordered memory. */
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

/** Where code waits for overlapped waves: before the section's branches, or in each branch, once per execution. */
export const ENTRY_PLACES = ['ahead', 'inside'] as const;

/** When the packer is set: by waiting waves, by every wave first of all, or by waiting waves twice (faults.md L04, L06, L07). */
export const PACKER_SETTINGS = ['waiting', 'first', 'twice'] as const;

/** Comparison of the poll: newest below exiting, or exiting above newest. */
export const ENTRY_COMPARES = ['below', 'above'] as const;

/** What a wave does between polls: the driver's long sleep, a short one, or nothing. */
export const POLL_SLEEPS = ['long', 'short', 'none'] as const;

/**
 * How the section ends. Up to GFX10.3: with the message at its end, after later work, or after the exports (faults.md
 * L14), with the message only from waves that set their packer (L04), with `s_endpgm_ordered_ps_done`, or with nothing
 * if there is no section. Since GFX11: with the `done` export.
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

/** Fragments that a discard removes: none, those of every fourth primitive, every other pixel, or all. */
export const DISCARD_LANES = ['none', 'primitives', 'pixels', 'all'] as const;

/**
 * Order-independent work on read-only memory, registers, the wave's own local data share, or tallies shared by all
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

/** Operation of an ordered memory access; `update` loads, folds and stores. */
export const ACCESS_OPERATIONS = ['load', 'store', 'update', 'atomic', 'atomic-return'] as const;

/** How the access is performed; `scalar` and `waterfall` are loops over the lanes of a wave. */
export const ACCESS_PATHS = ['buffer', 'image', 'global', 'flat', 'scalar', 'waterfall'] as const;

/** The two ordered buffers; the image is a third object. */
export const ORDERED_OBJECTS = ['first', 'second'] as const;

/** Data per lane, by GFX11 names. */
export const ACCESS_SIZES = ['u8', 'u16', 'b32', 'b64', 'b96', 'b128'] as const;

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
 * Accesses that carry their generation's coherence bits: none, the first read and last write of each byte (S-104), or all.
 * `emptied`: only writes; reads follow a cache invalidation instead.
 */
export const COHERENCE_KINDS = ['none', 'ends', 'all', 'emptied'] as const;

/** How one value is folded into another, so that a different order gives a different result. */
export const FOLDS = ['multiply', 'multiply-24', 'rotate'] as const;

/** What the code waits for before an exit: the section's outstanding operations, or every counter. */
export const EXIT_WAITS = ['needed', 'all'] as const;

/** Exports to the depth target: depth, a stencil value, a sample mask, or several of them. */
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

/** Position of the ordered section among its program's branches (suites.md). */
export type SectionShape = (typeof SECTION_SHAPES)[number];
/** Whether code waits for overlapped waves before its section's branches, or in each of them (suites.md). */
export type EntryPlace = (typeof ENTRY_PLACES)[number];
/** When a wave sets its packer: when it waits, first of all, or twice (pops.md 5). */
export type PackerSetting = (typeof PACKER_SETTINGS)[number];
/** How a poll compares the newest overlapped id with the exiting id (pops.md 5). */
export type EntryCompare = (typeof ENTRY_COMPARES)[number];
/** What a wave does between polls: a long sleep, a short one, or nothing (pops.md 5). */
export type PollSleep = (typeof POLL_SLEEPS)[number];
/** How the section ends (pops.md 5). */
export type ExitKind = (typeof EXIT_KINDS)[number];
/** Fragments that a discard removes (suites.md). */
export type DiscardLanes = (typeof DISCARD_LANES)[number];
/** An order-independent step (suites.md). */
export type WorkKind = (typeof WORK_KINDS)[number];
/** Operation of an ordered memory access; `update` loads, folds and stores (suites.md). */
export type AccessOperation = (typeof ACCESS_OPERATIONS)[number];
/** Instructions that perform an access; `scalar` and `waterfall` are loops over the lanes of a wave (suites.md). */
export type AccessPath = (typeof ACCESS_PATHS)[number];
/** Which of the two ordered buffers an access uses (suites.md). */
export type OrderedObject = (typeof ORDERED_OBJECTS)[number];
/** Data per lane, by GFX11 names (suites.md). */
export type AccessSize = (typeof ACCESS_SIZES)[number];
/** What an atomic access computes (suites.md). */
export type AtomicOperation = (typeof ATOMIC_OPERATIONS)[number];
/** Accesses that carry their generation's coherence bits (S-104). */
export type CoherenceKind = (typeof COHERENCE_KINDS)[number];
/** Exports to the depth target (suites.md). */
export type DepthExport = (typeof DEPTH_EXPORTS)[number];
/** What the code waits for before an exit: the section's outstanding operations, or every counter (suites.md). */
export type ExitWait = (typeof EXIT_WAITS)[number];
/** How one value is folded into another, so that a different order gives a different result (suites.md). */
export type Fold = (typeof FOLDS)[number];

/**
 * One access of the ordered section (suites.md). Fields that do not apply to its path are ignored: an image
 * has one word per pixel.
 */
export interface OrderedAccess {
  readonly operation: AccessOperation;
  readonly path: AccessPath;
  readonly object: OrderedObject;
  /** Which 16 bytes of the pixel. */
  readonly slot: 0 | 1;
  readonly size: AccessSize;
  readonly atomic: AtomicOperation;
}

/** One step of the ordered section (suites.md). */
export type SectionStep = WorkKind | OrderedAccess;

/** The ordered section, and the wait before it (suites.md). `shape` is its position among branches, `steps` what it does. */
export interface SectionDescriptor {
  readonly shape: SectionShape;
  readonly entryPlace: EntryPlace;
  /** The wait precedes order-independent work (faults.md L33). */
  readonly early: boolean;
  /** Executions of the wait at each of its places (faults.md L08). */
  readonly rounds: 1 | 2;
  /** Source sections merged into this one; each has its share of the steps. */
  readonly pairs: 1 | 2 | 3;
  /** Loop iterations, or arms of a switch. */
  readonly trips: 2 | 3;
  readonly packer: PackerSetting;
  readonly compare: EntryCompare;
  readonly sleep: PollSleep;
  readonly waits: ExitWait;
  /** An order-independent load is outstanding when the message is sent (faults.md L21). */
  readonly leavesLoad: boolean;
  readonly steps: readonly SectionStep[];
}

/** Where fragments are discarded; a wave with none left ends there (suites.md). */
export interface DiscardDescriptor {
  readonly before: DiscardLanes;
  readonly inside: DiscardLanes;
  readonly after: DiscardLanes;
  /** Waves that end before the section still send its message (faults.md L24). */
  readonly message: boolean;
}

/**
 * What the program exports: a number of `colours`, each in one format, and depth target exports before them (suites.md).
 */
export interface ExportDescriptor {
  /** 0: an export without channels. */
  readonly colours: 0 | 1 | 2 | 3 | 4;
  readonly conversion: Conversion;
  readonly depth: DepthExport;
  /** The second of two colours is the second blend source, which GFX11 exports with the first (faults.md F137). */
  readonly dualSource: boolean;
  /** An export without channels goes to the first target instead of the null target, which GFX11 lacks. */
  readonly toTarget: boolean;
}

/**
 * State that a prolog before the program and an epilog after it emulate (suites.md), as in `SectionState`; the epilog exports
 * one colour. `clamp`, `smoothing` and `alphaToOne` are switches.
 */
export interface PartsDescriptor {
  readonly prolog: PrologColours;
  readonly stipple: StipplePart;
  readonly clamp: boolean;
  readonly alphaTest: AlphaFunction;
  readonly smoothing: boolean;
  readonly alphaToOne: boolean;
}

/** A whole pixel shader as plain data: what it does `before`, in and `after` its ordered section (suites.md). */
export interface ProgramDescriptor {
  readonly fold: Fold;
  readonly coherence: CoherenceKind;
  readonly before: readonly WorkKind[];
  readonly section: SectionDescriptor;
  readonly after: readonly WorkKind[];
  readonly discards: DiscardDescriptor;
  readonly exports: ExportDescriptor;
  readonly exit: ExitKind;
  /** Prolog and epilog; if absent, the program does its own exports. */
  readonly parts?: PartsDescriptor;
}
