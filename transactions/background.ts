/** Number of the first background wave: pixel waves count from 0, and no run forms this many. */
export const FIRST_BACKGROUND_WAVE = 2 ** 24;

/** MODE at the start of background waves: denormals of half and double precision are kept. */
export const BACKGROUND_MODE = 0xc0;

/** Where work comes from beside the pixel pipe (P-049). */
export const BACKGROUND_SOURCES = ['geometry', 'compute'] as const;

/** The pipe that work comes from (trace.md). */
export type BackgroundSource = (typeof BACKGROUND_SOURCES)[number];

/** What both kinds of background work have (P-049). `scalars` is a number of SGPRs, `interval` a number of cycles. */
export interface BackgroundLoad {
  /** Machine words; the wave size is the scenario's. */
  readonly words: readonly number[];
  /** SGPRs from s0 on at the start of each wave. */
  readonly userData: readonly number[];
  /** Registers that each wave owns. */
  readonly vectors: number;
  readonly scalars: number;
  /** Waves of the engine that can have private memory at once, this work's included; 0: its waves have none. */
  readonly scratchWaves: number;
  /** Cycle in which the first group comes to SPI, and cycles from one to the next. */
  readonly start: number;
  readonly interval: number;
}

/**
 * A draw of the geometry pipe with a number of `vertices` and of `instances`. Waves hold vertices in order, those of an instance
 * after each other; each is launched alone. VGPRs at the start: v0 the vertex, v1 the instance, both from 0 (P-053).
 */
export interface GeometryWork extends BackgroundLoad {
  readonly kind: 'geometry';
  readonly vertices: number;
  readonly instances: number;
  /** Number of the front end (FE_ID): which assembler takes the positions, and so which position buffer the exports go to (P-055, P-056). */
  readonly frontEnd: number;
}

/**
 * A dispatch of a number of work-`groups`, which are launched as a whole. VGPRs at the start: x, y and z of the thread in its group
 * in v0 to v2, or on GFX11 packed in v0, ten bits each (P-051). The SGPR after the user data has the number of the group.
 */
export interface ComputeWork extends BackgroundLoad {
  readonly kind: 'compute';
  readonly groups: number;
  /** Threads of a group in x, y and z. */
  readonly groupSize: readonly [number, number, number];
  /** Waves of a group share one compute unit, or the whole work-group processor, which GFX9 lacks (P-023). */
  readonly mode: 'cu' | 'wgp';
  /** Dwords of the local data share that a group has. */
  readonly localDwords: number;
}

/** One draw of the geometry pipe, or one dispatch (P-049). */
export type BackgroundWork = GeometryWork | ComputeWork;

/** Work that competes with the pixel waves for launch, resources, issue and export buses (P-049, P-065): `works` in any order. */
export interface Background {
  readonly works: readonly BackgroundWork[];
  /** Memory objects that only its waves write; each byte by one wave. */
  readonly outputs: readonly string[];
}

/** Waves of one group: geometry waves come alone. */
export function wavesPerGroup(work: BackgroundWork, lanes: number): number {
  if (work.kind === 'geometry') return 1;
  const [x, y, z] = work.groupSize;
  return Math.ceil((x * y * z) / lanes);
}

/** Groups of a work; of geometry, its waves. */
export function groupsOf(work: BackgroundWork, lanes: number): number {
  return work.kind === 'compute' ? work.groups : Math.ceil((work.vertices * work.instances) / lanes);
}
