import type { Chip, Gfx, PS_INPUTS, WaveSize } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';

/** Name of a pixel input loaded into VGPRs by hardware. */
export type PixelInput = (typeof PS_INPUTS)[number]['name'];

/** Source of an interpolated attribute's values: three vertices, the provoking one, or the primitive. */
export type AttributeKind = 'smooth' | 'flat' | 'primitive';

/** Collision arguments hardware loads for a shader: for overlapped waves, and for layers within its wave. */
export interface CollisionArguments {
  readonly waves: boolean;
  readonly layers: boolean;
}

/** Properties of a compiled pixel shader that determine registers. */
export interface ShaderIntent {
  /** Registers the code was compiled for. */
  readonly vgprs: number;
  readonly sgprs: number;
  /** Initial MODE: rounding and denormals (RSRC1.FLOAT_MODE). */
  readonly floatMode: number;
  readonly userSgprs: number;
  /** Collision arguments it takes; default: that of waves if the generation has it. */
  readonly collision?: CollisionArguments;
  /** Bytes of private memory per wave. */
  readonly scratchBytes: number;
  /** Inputs it reads; a barycentric pair is added if there is none. */
  readonly inputs: readonly PixelInput[];
  readonly attributes: readonly AttributeKind[];
  /** Export format of each colour output, by target; `undefined` skips the target. */
  readonly colours: readonly (ExportFormat | undefined)[];
  readonly kills: boolean;
  readonly earlyTests: boolean;
  readonly writesDepth: boolean;
  readonly writesStencil: boolean;
  readonly writesSampleMask: boolean;
  /** Colour 0's alpha determines the covered samples; code compiled for this exports the alpha for it. */
  readonly alphaToCoverage: boolean;
  readonly exportsAlpha: boolean;
  /** One invocation per covered sample. */
  readonly shadesSamples: boolean;
}

/** A pipeline's hardware requirements for a draw's pixel shader, independent of the chip; ordered by default. */
export interface DrawIntent {
  readonly wave: WaveSize;
  readonly samples: 1 | 2 | 4 | 8 | 16;
  /** The interlock orders samples, not pixels. */
  readonly perSample: boolean;
  /** The shader has no interlock: primitive ordering is off for the draw. */
  readonly unordered?: boolean;
  readonly shader: ShaderIntent;
}

/** SPI_SHADER_COL_FORMAT and SPI_SHADER_Z_FORMAT: how an export packs its components. */
export const EXPORT_FORMAT = {
  ZERO: 0,
  R32: 1,
  GR32: 2,
  AR32: 3,
  FP16_ABGR: 4,
  UNORM16_ABGR: 5,
  SNORM16_ABGR: 6,
  UINT16_ABGR: 7,
  SINT16_ABGR: 8,
  ABGR32: 9,
} as const;

export type ExportFormat = (typeof EXPORT_FORMAT)[keyof typeof EXPORT_FORMAT];

/** Registers per step of RSRC1.VGPRS; since GFX10 a block holds the same number of lanes in either wave size. */
export function vectorStep(gfx: Gfx, wave: WaveSize): number {
  return factsOf(gfx).hasWave32 && wave === 32 ? 8 : 4;
}

/** Whether the chip's render back ends take two quads at once (RB+). */
export function hasDualQuads({ gfx, dualQuads }: Chip): boolean {
  return dualQuads ?? factsOf(gfx).hasDualQuads;
}

/** Default collision arguments of a shader. */
export function collisionOf(gfx: Gfx, { collision }: Pick<ShaderIntent, 'collision'>): CollisionArguments {
  return collision ?? { waves: factsOf(gfx).hasWaveIds, layers: false };
}
