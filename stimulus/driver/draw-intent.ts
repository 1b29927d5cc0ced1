import type { Chip, Gfx, PS_INPUTS, WaveSize } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';

/** Name of a pixel input that hardware loads into VGPRs. */
export type PixelInput = (typeof PS_INPUTS)[number]['name'];

/** Where the values of one interpolated attribute come from: three vertices, the provoking one, or the primitive. */
export type AttributeKind = 'smooth' | 'flat' | 'primitive';

/** Which collision arguments hardware loads for a shader: of the waves that it overlaps, and of layers inside its wave. */
export interface CollisionArguments {
  readonly waves: boolean;
  readonly layers: boolean;
}

/** What a compiled pixel shader is and does, as far as registers follow from it. */
export interface ShaderIntent {
  /** Registers that the code was compiled for. */
  readonly vgprs: number;
  readonly sgprs: number;
  /** MODE at the start: rounding and denormals (RSRC1.FLOAT_MODE). */
  readonly floatMode: number;
  readonly userSgprs: number;
  /** Collision arguments that it takes; absent: that of waves where the generation has it. */
  readonly collision?: CollisionArguments;
  /** Bytes of private memory that a wave needs. */
  readonly scratchBytes: number;
  /** Inputs that it reads; a barycentric pair is added where it has none. */
  readonly inputs: readonly PixelInput[];
  readonly attributes: readonly AttributeKind[];
  /** Code and part of each colour output, by target; `undefined` leaves the target out. */
  readonly colours: readonly (ExportFormat | undefined)[];
  readonly kills: boolean;
  readonly earlyTests: boolean;
  readonly writesDepth: boolean;
  readonly writesStencil: boolean;
  readonly writesSampleMask: boolean;
  /** The alpha of colour 0 decides which samples are covered; where the code knows it, it exports the alpha for that. */
  readonly alphaToCoverage: boolean;
  readonly exportsAlpha: boolean;
  /** One invocation a covered sample. */
  readonly shadesSamples: boolean;
}

/** What a pipeline requires of the hardware for the pixel shader of a draw, ordered by default, whatever the chip. */
export interface DrawIntent {
  readonly wave: WaveSize;
  readonly samples: 1 | 2 | 4 | 8 | 16;
  /** The interlock orders samples, not pixels. */
  readonly perSample: boolean;
  /** Its shader has no interlock: primitive ordering is off for the draw. */
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

/** One step of RSRC1.VGPRS in registers: a block holds the same number of lanes in either wave size from GFX10 on. */
export function vectorStep(gfx: Gfx, wave: WaveSize): number {
  return factsOf(gfx).hasWave32 && wave === 32 ? 8 : 4;
}

/** Whether the chip's render back ends take two quads at once (RB+). */
export function hasDualQuads({ gfx, dualQuads }: Chip): boolean {
  return dualQuads ?? factsOf(gfx).hasDualQuads;
}

/** Collision arguments of a shader that does not say which it takes. */
export function collisionOf(gfx: Gfx, { collision }: Pick<ShaderIntent, 'collision'>): CollisionArguments {
  return collision ?? { waves: factsOf(gfx).hasWaveIds, layers: false };
}
