import { type Chip, factsOf, type Gfx, type PS_INPUTS, type WaveSize } from '../../arch/index.js';

/** Field values, keyed by `REGISTER.FIELD`. */
export type FieldValues = Readonly<Record<string, number>>;

/** The initial MODE that drivers set for pixel shaders: round to nearest even; denormals only for f16 and f64. */
export const FLOAT_MODE = 0xc0;

/** The properties of a shader without depth, coverage or sample options. */
export const NO_OPTIONS = {
  kills: false,
  earlyTests: false,
  writesDepth: false,
  writesStencil: false,
  writesSampleMask: false,
  /** Whether the alpha of colour 0 determines the covered samples. */
  alphaToCoverage: false,
  /** Whether the code was compiled to export the alpha of colour 0. */
  exportsAlpha: false,
  /** Whether there is one invocation per covered sample. */
  runsPerSample: false,
} as const;

/**
 * The properties of the testbench's own programs that fold primitives into a buffer: they read the coverage, the
 * position and one flat attribute, and export no colour.
 */
export const FOLDING_SHADER: Omit<ShaderIntent, 'vgprs' | 'sgprs' | 'userSgprs'> = {
  floatMode: FLOAT_MODE,
  scratchBytes: 0,
  inputs: ['persp_center', 'ancillary', 'sample_coverage', 'pos_fixed_pt'],
  attributes: ['flat'],
  colours: [],
  ...NO_OPTIONS,
};

/** The name of a pixel input that the hardware loads into VGPRs. */
export type PixelInput = (typeof PS_INPUTS)[number]['name'];

/**
 * Where the values of an interpolated attribute come from: all three vertices, the provoking vertex, or the
 * primitive.
 */
export type AttributeKind = 'smooth' | 'flat' | 'primitive';

/** The properties of a compiled pixel shader that determine register values. */
export interface ShaderIntent extends Readonly<Record<keyof typeof NO_OPTIONS, boolean>> {
  /** The number of VGPRs that the code was compiled for. */
  readonly vgprs: number;
  /** The number of SGPRs that the code was compiled for. */
  readonly sgprs: number;
  /** The initial MODE: rounding and denormals (RSRC1.FLOAT_MODE). */
  readonly floatMode: number;
  readonly userSgprs: number;
  /**
   * Which collision arguments the hardware loads: the one for overlapped waves and the one for layers within a wave. By
   * default the one for waves, if the generation has it.
   */
  readonly collision?: { readonly waves: boolean; readonly layers: boolean };
  /** The number of bytes of scratch memory per wave. */
  readonly scratchBytes: number;
  /** The inputs that the shader reads; a barycentric pair is added if there is none. */
  readonly inputs: readonly PixelInput[];
  readonly attributes: readonly AttributeKind[];
  /** The export format of each colour output, by target; `undefined` skips the target. */
  readonly colours: readonly (ExportFormat | undefined)[];
}

/** The chip-independent hardware requirements of a draw's pixel shader. A draw is ordered by default. */
export interface DrawIntent {
  readonly wave: WaveSize;
  readonly samples: 1 | 2 | 4 | 8 | 16;
  /** Whether the interlock orders samples instead of pixels. */
  readonly perSample: boolean;
  /** Whether primitive ordering is off for the draw because its shader has no interlock. */
  readonly unordered?: boolean;
  readonly shader: ShaderIntent;
}

/** The values of SPI_SHADER_COL_FORMAT and SPI_SHADER_Z_FORMAT, which determine how an export packs its components. */
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

/**
 * Returns the number of registers per block, the unit of RSRC1.VGPRS. On GFX10 and later, a block holds the same number
 * of lanes for either wave size.
 */
export function getVgprGranule(gfx: Gfx, wave: WaveSize): number {
  return factsOf(gfx).hasWave32 && wave === 32 ? 8 : 4;
}

/** Whether the chip's render back ends take two quads at once (RB+). */
export function hasDualQuads({ gfx, dualQuads }: Chip): boolean {
  return dualQuads ?? factsOf(gfx).hasDualQuads;
}

/** Returns a shader's collision arguments; by default, those of the generation. */
export function getCollisionArguments(gfx: Gfx, { collision }: Pick<ShaderIntent, 'collision'>) {
  return collision ?? { waves: factsOf(gfx).hasWaveIds, layers: false };
}
