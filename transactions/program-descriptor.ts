import type { AlphaFunction, Conversion, PrologColours, StipplePart } from './shader-sections.js';

/** How the ordered section lies among the branches of its program; `none` and `empty` access no ordered memory. */
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

/** Where code waits for overlapped waves: before the section's branches, or in each of them, as often as it runs. */
export const ENTRY_PLACES = ['ahead', 'inside'] as const;

/** When the packer is set: by waves that wait, by every wave before all else, or by waves that wait and twice (faults.md L04, L06, L07). */
export const PACKER_SETTINGS = ['waiting', 'first', 'twice'] as const;

/** How the poll is compared: newest below exiting, or exiting above newest. */
export const ENTRY_COMPARES = ['below', 'above'] as const;

/** What a wave does between two polls: the driver's long sleep, a short one, or nothing. */
export const POLL_SLEEPS = ['long', 'short', 'none'] as const;

/**
 * How the section is left. Up to GFX10.3: by the message at its end, after later work, or after the exports (faults.md
 * L14), by the message of waves that set their packer alone (L04), by `s_endpgm_ordered_ps_done`, or by nothing where
 * there is no section. On GFX11 by the export with done.
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

/** Which fragments a discard takes: none, those of every fourth primitive, of every other pixel, or all. */
export const DISCARD_LANES = ['none', 'primitives', 'pixels', 'all'] as const;

/**
 * Work on memory that no one writes, on registers, on the wave's own part of the local data share, or on tallies that all
 * fragments share, whatever the order.
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

/** What an access to ordered memory does; `update` loads, folds and stores. */
export const ACCESS_OPERATIONS = ['load', 'store', 'update', 'atomic', 'atomic-return'] as const;

/** How it gets there; `scalar` and `waterfall` are loops over the lanes of a wave. */
export const ACCESS_PATHS = ['buffer', 'image', 'global', 'flat', 'scalar', 'waterfall'] as const;

/** The two ordered buffers; the image is a third object. */
export const ORDERED_OBJECTS = ['first', 'second'] as const;

/** Data of one lane, by the names of GFX11. */
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
 * Accesses that carry the coherence bits of their generation: none, the first read and the last write of each byte (S-104), or
 * all. `emptied`: writes do, and reads find the caches emptied instead.
 */
export const COHERENCE_KINDS = ['none', 'ends', 'all', 'emptied'] as const;

/** How one value is folded into another, so that another order gives another result. */
export const FOLDS = ['multiply', 'multiply-24', 'rotate'] as const;

/** What the code waits for before an exit: what the section has on its way, or every counter there is. */
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

/** How the ordered section lies among the branches of its program (suites.md). */
export type SectionShape = (typeof SECTION_SHAPES)[number];
/** Whether code waits for overlapped waves before the branches of its section, or in each of them (suites.md). */
export type EntryPlace = (typeof ENTRY_PLACES)[number];
/** When a wave sets its packer: as it waits, first of all, or twice (pops.md 5). */
export type PackerSetting = (typeof PACKER_SETTINGS)[number];
/** How a poll compares the newest overlapped id with the exiting one (pops.md 5). */
export type EntryCompare = (typeof ENTRY_COMPARES)[number];
/** What a wave does between two polls: a long sleep, a short one, or nothing (pops.md 5). */
export type PollSleep = (typeof POLL_SLEEPS)[number];
/** How the section is left (pops.md 5). */
export type ExitKind = (typeof EXIT_KINDS)[number];
/** Which fragments a discard takes (suites.md). */
export type DiscardLanes = (typeof DISCARD_LANES)[number];
/** A step that needs no order (suites.md). */
export type WorkKind = (typeof WORK_KINDS)[number];
/** What an access to ordered memory does; `update` loads, folds and stores (suites.md). */
export type AccessOperation = (typeof ACCESS_OPERATIONS)[number];
/** The instructions by which an access reaches memory; `scalar` and `waterfall` are loops over the lanes of a wave (suites.md). */
export type AccessPath = (typeof ACCESS_PATHS)[number];
/** Which of the two ordered buffers an access uses (suites.md). */
export type OrderedObject = (typeof ORDERED_OBJECTS)[number];
/** Data of one lane, by the names of GFX11 (suites.md). */
export type AccessSize = (typeof ACCESS_SIZES)[number];
/** What an atomic access computes (suites.md). */
export type AtomicOperation = (typeof ATOMIC_OPERATIONS)[number];
/** Which accesses carry the coherence bits of their generation (S-104). */
export type CoherenceKind = (typeof COHERENCE_KINDS)[number];
/** What is exported to the depth target (suites.md). */
export type DepthExport = (typeof DEPTH_EXPORTS)[number];
/** What the code waits for before an exit: what the section has on its way, or every counter (suites.md). */
export type ExitWait = (typeof EXIT_WAITS)[number];
/** How one value is folded into another, so that another order gives another result (suites.md). */
export type Fold = (typeof FOLDS)[number];

/** One access of the ordered section (suites.md). What its path leaves open is ignored: an image has one word a pixel. */
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

/** The ordered section, and the wait before it (suites.md). `shape` says how it lies among branches, and `steps` what it does. */
export interface SectionDescriptor {
  readonly shape: SectionShape;
  readonly entryPlace: EntryPlace;
  /** The wait comes before work that needs no order (faults.md L33). */
  readonly early: boolean;
  /** How often the wait is run at each of its places (faults.md L08). */
  readonly rounds: 1 | 2;
  /** Sections of the source that became this one: each has its share of the steps. */
  readonly pairs: 1 | 2 | 3;
  /** Trips of a loop, or arms of a switch. */
  readonly trips: 2 | 3;
  readonly packer: PackerSetting;
  readonly compare: EntryCompare;
  readonly sleep: PollSleep;
  readonly waits: ExitWait;
  /** A load that needs no order is still on its way when the message is sent (faults.md L21). */
  readonly leavesLoad: boolean;
  readonly steps: readonly SectionStep[];
}

/** Where fragments are discarded; a wave without any left ends there (suites.md). */
export interface DiscardDescriptor {
  readonly before: DiscardLanes;
  readonly inside: DiscardLanes;
  readonly after: DiscardLanes;
  /** Waves that end before the section send its message all the same (faults.md L24). */
  readonly message: boolean;
}

/**
 * What the program exports: a number of `colours`, each in one format, and what goes to the depth target before them (suites.md).
 */
export interface ExportDescriptor {
  /** 0: an export without channels. */
  readonly colours: 0 | 1 | 2 | 3 | 4;
  readonly conversion: Conversion;
  readonly depth: DepthExport;
  /** The second of two colours is the second source of a blend, which GFX11 exports with the first (faults.md F137). */
  readonly dualSource: boolean;
  /** An export without channels goes to the first target, not to the null target, which GFX11 lacks. */
  readonly toTarget: boolean;
}

/**
 * States that a prolog before the program and an epilog after it emulate (suites.md), as `SectionState` says; the epilog exports
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

/** A whole pixel shader as plain data: what it does `before` its ordered section, in it and `after` it (suites.md). */
export interface ProgramDescriptor {
  readonly fold: Fold;
  readonly coherence: CoherenceKind;
  readonly before: readonly WorkKind[];
  readonly section: SectionDescriptor;
  readonly after: readonly WorkKind[];
  readonly discards: DiscardDescriptor;
  readonly exports: ExportDescriptor;
  readonly exit: ExitKind;
  /** Absent: the program exports by itself. */
  readonly parts?: PartsDescriptor;
}
