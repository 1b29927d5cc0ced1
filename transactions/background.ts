/** Number of the first background wave: pixel waves count from 0, and no run forms this many. */
export const FIRST_BACKGROUND_WAVE = 2 ** 24;

/** MODE at the start of background waves: denormals of half and double precision are kept. */
export const BACKGROUND_MODE = 0xc0;

/** Sources of work outside the pixel pipe (P-049). */
export const BACKGROUND_SOURCES = ['geometry', 'compute'] as const;

/** The pipe that issues the work (trace.md). */
export type BackgroundSource = (typeof BACKGROUND_SOURCES)[number];

/** Common to both kinds of background work (P-049). `scalars` is a number of SGPRs, `interval` a number of cycles. */
export interface BackgroundLoad {
  /** Machine words; the wave size is the scenario's. */
  readonly words: readonly number[];
  /** Initial SGPRs of each wave, from s0. */
  readonly userData: readonly number[];
  /** Registers that each wave owns. */
  readonly vectors: number;
  readonly scalars: number;
  /** Waves of the engine, including this work's, that can have private memory at once; 0: this work's waves have none. */
  readonly scratchWaves: number;
  /** Cycle in which the first group reaches SPI, and cycles between groups. */
  readonly start: number;
  readonly interval: number;
}

/**
 * A geometry draw with a number of `vertices` and of `instances`. Waves hold vertices in order, instance after instance; each is
 * launched alone. Initial VGPRs: v0 the vertex, v1 the instance, both from 0 (P-053).
 */
export interface GeometryWork extends BackgroundLoad {
  readonly kind: 'geometry';
  readonly vertices: number;
  readonly instances: number;
  /** Front end number (FE_ID): selects the assembler that takes the positions, and so the position buffer (P-055, P-056). */
  readonly frontEnd: number;
}

/**
 * A dispatch of a number of work-`groups`, each launched as a whole. Initial VGPRs: x, y and z of the thread
 * in its group in v0 to v2; since GFX11 packed into v0, ten bits each (P-051). The SGPR after the user data
 * holds the group number.
 */
export interface ComputeWork extends BackgroundLoad {
  readonly kind: 'compute';
  readonly groups: number;
  /** Threads per group in x, y and z. */
  readonly groupSize: readonly [number, number, number];
  /** A group's waves share one compute unit, or the whole work-group processor (not on GFX9; P-023). */
  readonly mode: 'cu' | 'wgp';
  /** Dwords of local data share per group. */
  readonly localDwords: number;
}

/** A geometry draw or a dispatch (P-049). */
export type BackgroundWork = GeometryWork | ComputeWork;

/** Work that competes with the pixel waves for launch, resources, issue and export buses (P-049, P-065): `works` in any order. */
export interface Background {
  readonly works: readonly BackgroundWork[];
  /** Memory objects that only its waves write, each byte by one wave. */
  readonly outputs: readonly string[];
}

/** Waves per group: geometry waves are launched alone. */
export function wavesPerGroup(work: BackgroundWork, lanes: number): number {
  if (work.kind === 'geometry') return 1;
  const [x, y, z] = work.groupSize;
  return Math.ceil((x * y * z) / lanes);
}

/** Groups of a work item; for geometry, its waves. */
export function groupsOf(work: BackgroundWork, lanes: number): number {
  return work.kind === 'compute' ? work.groups : Math.ceil((work.vertices * work.instances) / lanes);
}
