import type { CounterName, MemorySpace } from '../arch/index.js';
import type {
  BackgroundAllocated,
  BackgroundFormed,
  BackgroundLaunched,
  BackgroundRefused,
  BackgroundReleased,
  BarrierReached,
  GroupAllocated,
  GroupReleased,
} from './background-transactions.js';
import type {
  ColourDumped,
  Exported,
  ExportGranted,
  ExportRequested,
  SxAllocated,
  SxFreed,
} from './export-transactions.js';

/**
 * Columns of `WaveFormed.quads`: x and y of the quad's top-left pixel, primitive, masks of its four fragments (0|1 and
 * 2|3), the sample that its invocations are for, and the size of a fragment.
 *
 * `SAMPLE`: under sample-rate shading a pixel has one invocation an iteration: its masks hold the samples of that
 * iteration only, and `SAMPLE` is the first of them (`gl_SampleID`); at pixel rate it is 0.
 *
 * `RATE`: log2 of a fragment's width in fine pixels in [1:0] and of its height in [3:2]; 0 means that a fragment is a pixel.
 * A quad is 2x2 fragments and aligned to its size; x and y count fine pixels at every rate. Of a mask's 16 bits, bit
 * `finePixel * samples + sample` is one sample of one fine pixel, where `finePixel` counts through the fragment row by row.
 */
export const QUAD_COLUMN = {
  X: 0,
  Y: 1,
  PRIMITIVE: 2,
  MASK01: 3,
  MASK23: 4,
  SAMPLE: 5,
  RATE: 6,
} as const;

/** Values that one quad has in `WaveFormed.quads`. */
export const QUAD_COLUMNS = 7;

/** Values that the depth buffer keeps for a pixel, one a sample index. */
export const DEPTH_SAMPLES = 16;

/** Types of pixel waves, by the packer that forms them (P-063). */
export const WAVE_TYPES = ['PS', 'PS1', 'PS2', 'PS3'] as const;

/** Why the packer closed a wave. */
export type WaveClosing = 'full' | 'overlap' | 'draw-end' | 'timeout' | 'region' | 'drain' | 'table';

/** Caches above L2: of a compute unit, of a shader array, and for scalar data of a work-group processor. */
export type CacheName = 'L0' | 'GL1' | 'scalar';

/** Counter values of a wave as the hardware shows them. They help a reader; no rule trusts them (checking.md, RACE-01). */
export interface CounterValues {
  readonly vm: number;
  readonly vs: number;
  readonly lgkm: number;
  readonly exp: number;
}

/** What a wave or a unit waits for when nothing can move any more. */
export type WaitCause =
  | { readonly on: 'exiting-id'; readonly packer: number; readonly exiting: number }
  | { readonly on: 'sleep' }
  | { readonly on: 'counter'; readonly counter: CounterName }
  /** The next line of instructions. */
  | { readonly on: 'fetch' }
  | { readonly on: 'export-ready' }
  /** `packer`: -1 for space of a position buffer. */
  | { readonly on: 'export-space'; readonly packer: number }
  /** A slot, or what a wave on a slot holds besides. */
  | { readonly on: 'launch-resource'; readonly resource: LaunchResource }
  | { readonly on: 'launch-order' }
  /** The other waves of its group. */
  | { readonly on: 'barrier' }
  | { readonly on: 'id-window'; readonly packer: number }
  | { readonly on: 'drain'; readonly packer: number }
  | { readonly on: 'overlap-table'; readonly packer: number }
  | { readonly on: 'halted'; readonly reason: string };

/** One waiting party of a quiescent device: a wave, or a packer that cannot form its next one. */
export interface Waiting {
  readonly unit: 'wave' | 'packer';
  /** Wave number, or packer number. */
  readonly index: number;
  /** Instruction that waits; -1 before the first one. */
  readonly pc: number;
  readonly cause: WaitCause;
}

/** What every transaction has. */
export interface At {
  /** Never decreases along a stream. */
  readonly cycle: number;
}
/** What a transaction about one wave has. */
export interface OfWave extends At {
  /** Running number of the formed wave, unique in a run; background waves count from `FIRST_BACKGROUND_WAVE` on. */
  readonly wave: number;
}

export type DrawBegin = At & { readonly kind: 'draw-begin'; readonly draw: number };
export type DrawEnd = At & { readonly kind: 'draw-end'; readonly draw: number };
/** A primitive enters the scan converter; `primitive` counts through all draws, in API order. */
export type PrimitiveStarted = At & {
  readonly kind: 'primitive';
  readonly draw: number;
  readonly primitive: number;
};
/** The packer closed a wave. `newest` is the raw field of the collision argument (GFX9: with its off-by-one). */
export type WaveFormed = OfWave & {
  readonly kind: 'wave-formed';
  readonly packer: number;
  readonly id: number;
  readonly draw: number;
  /** `QUAD_COLUMNS` values a quad, in lane order; sample masks take 16 bits a pixel. Borrowed. */
  readonly quads: Int32Array;
  readonly quadCount: number;
  readonly didOverlap: boolean;
  readonly newest: number;
  /** Bit i: quad i starts a new layer; 0 where intrawave collision is not loaded. */
  readonly intrawaveMask: number;
  readonly reason: WaveClosing;
};
/** The unfinished waves that quads of this one met. Borrowed. Conservative answers name waves that were not met. */
export type Overlap = OfWave & {
  readonly kind: 'overlap';
  readonly overlapped: Int32Array;
  readonly count: number;
  readonly exact: boolean;
};
export type LaunchRequested = OfWave & { readonly kind: 'launch-requested' };
export type LaunchRefused = OfWave & {
  readonly kind: 'launch-refused';
  readonly resource: LaunchResource;
};
/** What a launch may lack (P-067). */
export type LaunchResource = 'wave-slot' | 'vgpr' | 'sgpr' | 'lds' | 'scratch' | 'barrier';
/** What a launched wave holds until its slot is free again (P-067). */
export interface HeldResources {
  /** Rows of 32 lanes in the vector register file of its SIMD: first and number. */
  readonly vectorFirst: number;
  readonly vectorRows: number;
  /** SGPRs in the file of its SIMD; none where every wave has its own fixed set. */
  readonly scalarFirst: number;
  readonly scalarCount: number;
  /** Dwords of its work-group processor's local data share. */
  readonly localFirst: number;
  readonly localDwords: number;
  /** Number of its part of the private memory, -1 for none. */
  readonly scratchSlot: number;
}
/** The wave starts on a slot with these initial SGPRs. Borrowed. */
export type WaveLaunched = OfWave & {
  readonly kind: 'wave-launched';
  /** One a packer (P-063). */
  readonly waveType: (typeof WAVE_TYPES)[number];
  readonly slot: number;
  /** SIMD, counted through the engine; its waves share one issue slot a clock. */
  readonly simd: number;
  readonly sgprs: Int32Array;
  readonly sgprCount: number;
  /** VGPRs at the start, register-major, one value a lane; `vgprCount` registers were loaded. */
  readonly vgprs: Int32Array;
  readonly vgprCount: number;
  /** Hardware registers MODE and POPS_PACKER at the start; the latter is 0 where the generation lacks it. */
  readonly mode: number;
  readonly popsPacker: number;
  /** Launch controller that loads the registers, and how many cycles that takes (P-071, P-072). */
  readonly controller: number;
  readonly loadCycles: number;
  readonly holds: HeldResources;
};
export type ResourceReleased = OfWave & { readonly kind: 'resource-released'; readonly slot: number };
/** Instructions at byte offsets `first` to `last` were issued one after another, without a taken branch between. */
export type InstructionsIssued = OfWave & {
  readonly kind: 'instructions-issued';
  readonly first: number;
  readonly last: number;
};
export type HwregWritten = OfWave & {
  readonly kind: 'hwreg-written';
  readonly pc: number;
  readonly register: number;
  readonly offset: number;
  readonly size: number;
  /** The register after the write. */
  readonly value: number;
};
/** A poll read this exiting id; repeated polls with the same result are reported once. */
export type ExitingIdPolled = OfWave & {
  readonly kind: 'exiting-id-polled';
  readonly pc: number;
  readonly packer: number;
  readonly id: number;
};
export type WaitDone = OfWave & CounterValues & { readonly kind: 'wait-done'; readonly pc: number };
/** `s_wait_event` let the wave go on: export space is granted and overlapped waves are done (S-054). */
export type EventWaitDone = OfWave & {
  readonly kind: 'event-wait-done';
  readonly pc: number;
  readonly immediate: number;
};
export type Slept = OfWave & { readonly kind: 'slept'; readonly pc: number; readonly duration: number };
export type Woken = OfWave & { readonly kind: 'woken'; readonly by: 'exit' | 'time' };
export type MessageSent = OfWave &
  CounterValues & { readonly kind: 'message-sent'; readonly pc: number; readonly message: number };
export type MemoryIssued = OfWave & {
  readonly kind: 'memory-issued';
  readonly pc: number;
  /** Names the access in `memory-performed` and `memory-returned`; unique in a run. */
  readonly access: number;
  readonly operation: 'load' | 'store' | 'atomic';
  readonly space: MemorySpace;
  readonly counter: CounterName;
  readonly lanesLo: number;
  readonly lanesHi: number;
  /**
   * Byte address of each lane, -1 where the range check drops it; in the local data share, offset in the wave's part, -1
   * where lanes send data to each other. Borrowed.
   */
  readonly addresses: Float64Array;
  /** Loads whose lanes have several texels: how many; the addresses of the next follow those of 64 lanes. */
  readonly texelsPerLane?: number;
  /** Bytes at each address. */
  readonly bytes: number;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
};
/**
 * The access took effect at `level`: for a load the nearest level that served some lane, for a store the level at which
 * others see it. A store that is complete in L0 performs there first, and once more when all its bytes are in L2.
 * `data` as in `MemoryRequest.data`, borrowed.
 */
export type MemoryPerformed = OfWave & {
  readonly kind: 'memory-performed';
  readonly access: number;
  /** Scalar loads: `L0` stands for the scalar cache. `LDS`: the local data share, which no other wave reaches. */
  readonly level: 'L0' | 'GL1' | 'L2' | 'LDS';
  /** Number of the cache of that level, as in `line-filled`; absent for L2 and LDS. */
  readonly cache?: number;
  readonly data: Int32Array;
};
/** A line came into a cache with the data that the level below had in this cycle; `access` asked for it. */
export type LineFilled = At & {
  readonly kind: 'line-filled';
  readonly cache: CacheName;
  /** Number of the cache: compute unit, shader array or work-group processor, counted through the engine. */
  readonly index: number;
  /** First byte of the line. */
  readonly address: number;
  readonly access: number;
};
/** A line left a cache: a coherent load passed it, a store went through, another line needed its place, or a wave emptied the cache. */
export type LineInvalidated = At & {
  readonly kind: 'line-invalidated';
  readonly cache: CacheName;
  readonly index: number;
  readonly address: number;
  readonly by: 'bypass' | 'stream' | 'store' | 'eviction' | 'instruction';
};
/** The address of an access could not be translated at first (P-146 to P-149). */
export type TranslationFailed = OfWave & {
  readonly kind: 'translation-failed';
  readonly pc: number;
  readonly access: number;
  readonly action: 'replay' | 'trap' | 'halt';
};
/** The counter falls. */
export type MemoryReturned = OfWave & {
  readonly kind: 'memory-returned';
  readonly access: number;
  readonly counter: CounterName;
};
/**
 * The tracker counted this wave's exit. `id`: up to GFX10.3 that of the packer's oldest wave that has not exited yet;
 * on GFX11, where waves exit one by one, the wave's own.
 */
export type SectionExit = OfWave & {
  readonly kind: 'section-exit';
  readonly packer: number;
  readonly id: number;
};
/** Polls on this packer see this exiting id from now on (later than `section-exit` by the path's latency). */
export type ExitingIdVisible = At & {
  readonly kind: 'exiting-id-visible';
  readonly packer: number;
  readonly id: number;
};
/** `s_endpgm` (`end`), the combined exit (`end-ordered`), or a halt with its reason. */
export type WaveEnded = OfWave & {
  readonly kind: 'wave-ended';
  readonly pc: number;
  readonly by: 'end' | 'end-ordered' | 'halt';
  readonly reason: string;
};
/** Final bytes of a memory object after the device drained or stopped. Borrowed. */
export type MemoryDumped = At & {
  readonly kind: 'memory-dumped';
  readonly object: string;
  readonly words: Int32Array;
};
/**
 * A quad went through depth and stencil tests: ahead of the shader, before it is packed, or late, when its wave has
 * exported. Masks as in `QUAD_COLUMN.MASK01` and `MASK23`: samples that were tested, and those that passed.
 */
export type DepthTested = At & {
  readonly kind: 'depth-tested';
  readonly stage: 'early' | 'late';
  readonly draw: number;
  /** As in `PrimitiveStarted`. */
  readonly primitive: number;
  /** The quad's top-left pixel. */
  readonly x: number;
  readonly y: number;
  readonly before01: number;
  readonly before23: number;
  readonly after01: number;
  readonly after23: number;
};
/** Final content of the depth buffer: rows of pixels, `DEPTH_SAMPLES` values a pixel. Borrowed. */
export type DepthDumped = At & {
  readonly kind: 'depth-dumped';
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly stencil: Uint8Array;
};
/** Nothing can move any more; `waiting` is empty when all work is done. */
export type Quiesced = At & { readonly kind: 'quiesced'; readonly waiting: readonly Waiting[] };
/** The budget ended the run: inconclusive, not a hang. */
export type Stopped = At & {
  readonly kind: 'stopped';
  readonly budget: 'cycles' | 'instructions';
  readonly limit: number;
};

/**
 * One thing that happened, as a monitor on real hardware or RTL could also report it. Typed arrays marked
 * borrowed are valid only during the call that receives the transaction; whoever keeps them copies.
 */
export type Transaction =
  | DrawBegin
  | DrawEnd
  | PrimitiveStarted
  | WaveFormed
  | Overlap
  | LaunchRequested
  | LaunchRefused
  | WaveLaunched
  | ResourceReleased
  | ExportRequested
  | ExportGranted
  | SxAllocated
  | SxFreed
  | InstructionsIssued
  | HwregWritten
  | ExitingIdPolled
  | WaitDone
  | EventWaitDone
  | Slept
  | Woken
  | MessageSent
  | MemoryIssued
  | MemoryPerformed
  | MemoryReturned
  | LineFilled
  | LineInvalidated
  | TranslationFailed
  | Exported
  | ColourDumped
  | SectionExit
  | ExitingIdVisible
  | WaveEnded
  | MemoryDumped
  | DepthTested
  | DepthDumped
  | BackgroundFormed
  | BackgroundRefused
  | BackgroundAllocated
  | GroupAllocated
  | BackgroundLaunched
  | BarrierReached
  | BackgroundReleased
  | GroupReleased
  | Quiesced
  | Stopped;

export type TransactionKind = Transaction['kind'];

/** Receives transactions in order. */
export type TransactionSink = (transaction: Transaction) => void;
