import { z } from 'zod';
import { nonNegativeInt, positive, word } from './fields.js';
import type { Fields } from './input/index.js';

/** The number of the first background wave. Pixel waves are numbered from 0, and no run has that many of them. */
export const FIRST_BACKGROUND_WAVE = 2 ** 24;

/** The initial value of MODE in a background wave, which preserves half- and double-precision denormals. */
export const BACKGROUND_MODE = 0xc0;

/** Sources of work outside the pixel pipe (P-049). */
export const BACKGROUND_SOURCES = ['geometry', 'compute'] as const;

/** The pipe that issues the work (trace.md). */
export type BackgroundSource = (typeof BACKGROUND_SOURCES)[number];

const load = {
  /** Machine words of the program, which runs at the scenario's wave size. */
  words: z.array(word).min(1),
  /** Initial values of each wave's SGPRs, starting at s0. */
  userData: z.array(word).max(64),
  /** Number of VGPRs that each wave is allocated. */
  vectors: positive.max(256),
  /** Number of SGPRs that each wave is allocated. */
  scalars: positive.max(106),
  /**
   * Maximum number of waves in the engine, including this workload's own, that can use scratch memory at once; 0
   * if this workload's waves use none.
   */
  scratchWaves: nonNegativeInt,
  /** The cycle in which the first group reaches SPI. */
  start: nonNegativeInt,
  /** Number of cycles between groups. */
  interval: positive,
};

/** Properties shared by both kinds of background work (P-049). */
export interface BackgroundLoad extends Fields<typeof load> {}

const geometry = {
  kind: z.literal('geometry'),
  ...load,
  vertices: positive.max(1 << 20),
  instances: positive.max(1 << 10),
  /**
   * The front end number (FE_ID). It selects the assembler that receives the positions, and therefore the
   * position buffer (P-055, P-056).
   */
  frontEnd: nonNegativeInt.max(1),
};

/**
 * A geometry draw with `instances` instances of `vertices` vertices each. Waves contain vertices in order, one
 * instance after another, and each wave is launched individually. Initial VGPRs: v0 holds the vertex index and v1 the
 * instance index, both counted from 0 (P-053).
 */
export interface GeometryWork extends Fields<typeof geometry> {}

const compute = {
  kind: z.literal('compute'),
  ...load,
  groups: positive.max(1 << 16),
  /** Threads per group in x, y and z. */
  groupSize: z.tuple([positive.max(1024), positive.max(1024), positive.max(64)]),
  /** Whether the waves of a group share one compute unit or the whole work-group processor (not on GFX9; P-023). */
  mode: z.enum(['cu', 'wgp']),
  /** Dwords of LDS per group. */
  localDwords: nonNegativeInt.max(16384),
};

/**
 * A dispatch of `groups` work-groups, each launched as a whole. Initial VGPRs: v0 to v2 hold the thread's x, y and z
 * coordinates within its group; on GFX11 and later, they are packed into v0 with ten bits each (P-051). The SGPR after
 * the user data contains the group number.
 */
export interface ComputeWork extends Fields<typeof compute> {}

/** A geometry draw or a dispatch (P-049). */
export type BackgroundWork = GeometryWork | ComputeWork;

const backgroundWork: z.ZodType<BackgroundWork> = z.discriminatedUnion('kind', [
  z.strictObject(geometry),
  z.strictObject(compute),
]);

const background = {
  works: z.array(backgroundWork).min(1),
  /** Memory objects that only background waves write. Each byte is written by a single wave. */
  outputs: z.array(z.string().min(1)),
};

/**
 * Workloads that compete with the pixel waves for launch, resources, issue and export buses (P-049, P-065). The
 * order of `works` does not matter.
 */
export interface Background extends Fields<typeof background> {}

/** The schema of `Scenario.background`. */
export const backgroundSchema: z.ZodType<Background> = z.strictObject(background);

/** Returns the number of waves per group: 1 for geometry, whose waves are launched individually. */
export function countWavesPerGroup(work: BackgroundWork, lanes: number): number {
  if (work.kind === 'geometry') return 1;
  const [x, y, z] = work.groupSize;
  return Math.ceil((x * y * z) / lanes);
}

/** Returns the number of groups. Each geometry wave counts as one. */
export function countGroups(work: BackgroundWork, lanes: number): number {
  return work.kind === 'compute' ? work.groups : Math.ceil((work.vertices * work.instances) / lanes);
}
