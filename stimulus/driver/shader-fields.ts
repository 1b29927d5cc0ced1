import { type Chip, factsOf, type Gfx, PS_INPUTS, type WaveSize } from '../../arch/index.js';
import type { AttributeKind, FieldValues, PixelInput, ShaderIntent } from './draw-intent.js';
import { EXPORT_FORMAT, getCollisionArguments, getVgprGranule, hasDualQuads } from './draw-intent.js';

/** The number of SGPRs per step of RSRC1.SGPRS, which only GFX9 reads. */
const SGPR_GRANULE = 8;

/** The values of DB_SHADER_CONTROL.Z_ORDER. */
const Z_ORDER = { LATE: 0, EARLY_THEN_LATE: 1 } as const;

/** The inputs that are barycentric pairs; at least one of them must be enabled. */
const BARYCENTRICS: readonly PixelInput[] = [
  'persp_sample',
  'persp_center',
  'persp_centroid',
  'pull_model',
  'linear_sample',
  'linear_center',
  'linear_centroid',
];

/**
 * Returns SPI_PS_INPUT_ENA: the inputs that the shader reads, plus a barycentric pair if it reads none, since
 * hardware cannot start a wave without one.
 */
export function packInputBits(inputs: readonly PixelInput[]): number {
  const hasPair = inputs.some((input) => BARYCENTRICS.includes(input));
  const enabled: readonly PixelInput[] = hasPair ? inputs : ['persp_center', ...inputs];
  return PS_INPUTS.reduce((bits, { name }, bit) => bits | (enabled.includes(name) ? 1 << bit : 0), 0);
}

/** Returns the fields that describe the program itself: resources, arguments and inputs (pops.md 7). */
export function getProgramFields(gfx: Gfx, wave: WaveSize, shader: ShaderIntent): FieldValues {
  return {
    ...getAllocationFields(gfx, wave, shader),
    'SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE': shader.floatMode,
    'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP': 1,
    'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': 1,
    'SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN': shader.scratchBytes > 0 ? 1 : 0,
    ...getArgumentFields(gfx, wave, shader),
    'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP': countPerPrimitive(gfx, shader),
    'SPI_PS_INPUT_CNTL_0.FLAT_SHADE': isFlat(gfx, shader.attributes[0]) ? 1 : 0,
  };
}

/** Returns the fields for the registers that a program was compiled for. */
export function getAllocationFields(
  gfx: Gfx,
  wave: WaveSize,
  { vgprs, sgprs }: Pick<ShaderIntent, 'vgprs' | 'sgprs'>,
): FieldValues {
  return {
    'SPI_SHADER_PGM_RSRC1_PS.VGPRS': Math.ceil(vgprs / getVgprGranule(gfx, wave)) - 1,
    'SPI_SHADER_PGM_RSRC1_PS.SGPRS': factsOf(gfx).sharesScalars ? Math.ceil(sgprs / SGPR_GRANULE) - 1 : 0,
  };
}

/** Returns the fields that select the values preloaded into a wave, other than the input enable bits. */
export function getArgumentFields(gfx: Gfx, wave: WaveSize, shader: ShaderIntent): FieldValues {
  const { waves, layers } = getCollisionArguments(gfx, shader);
  return {
    'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR': shader.userSgprs,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': waves ? 1 : 0,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': layers ? 1 : 0,
    'SPI_PS_IN_CONTROL.NUM_INTERP': shader.attributes.length - countPerPrimitive(gfx, shader),
    'SPI_PS_IN_CONTROL.PS_W32_EN': wave === 32 ? 1 : 0,
  };
}

/** Returns how many attributes NUM_PRIM_INTERP counts: the per-primitive ones on GFX10.3, none elsewhere. */
function countPerPrimitive(gfx: Gfx, { attributes }: ShaderIntent): number {
  return factsOf(gfx).countsPrimitiveAttributes
    ? attributes.filter((kind) => kind === 'primitive').length
    : 0;
}

/** Whether an attribute is flat. Per-primitive attributes count as flat on generations that do not have them. */
function isFlat(gfx: Gfx, kind: AttributeKind | undefined): boolean {
  return kind === 'flat' || (kind === 'primitive' && !factsOf(gfx).hasPrimitiveAttributes);
}

/** Returns the fields for a shader's exports, and for any depth tests that run before it (pops.md 7). */
export function getOutputFields(chip: Chip, shader: ShaderIntent): FieldValues {
  const { colours, writesDepth, writesStencil, writesSampleMask, earlyTests, kills } = shader;
  const exportsDepth = writesDepth || writesStencil || writesSampleMask;
  const formats = colours.map((format) => format ?? EXPORT_FORMAT.ZERO);
  const exportsNothing = !exportsDepth && formats.every((format) => format === EXPORT_FORMAT.ZERO);
  return {
    ...Object.fromEntries(
      formats.map((format, target) => [`SPI_SHADER_COL_FORMAT.COL${target}_EXPORT_FORMAT`, format]),
    ),
    // Without any export, no space is reserved and ordering does not work (S-110 to S-112).
    'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': exportsNothing
      ? EXPORT_FORMAT.R32
      : (formats[0] ?? EXPORT_FORMAT.ZERO),
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': getDepthFormat(chip.gfx, shader),
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': writesDepth ? 1 : 0,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': writesStencil ? 1 : 0,
    'DB_SHADER_CONTROL.MASK_EXPORT_ENABLE': writesSampleMask ? 1 : 0,
    'DB_SHADER_CONTROL.KILL_ENABLE': kills ? 1 : 0,
    'DB_SHADER_CONTROL.Z_ORDER': earlyTests ? Z_ORDER.EARLY_THEN_LATE : Z_ORDER.LATE,
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': earlyTests ? 1 : 0,
    'DB_ALPHA_TO_MASK.ALPHA_TO_MASK_ENABLE': shader.alphaToCoverage ? 1 : 0,
    'DB_SHADER_CONTROL.DUAL_QUAD_DISABLE': hasDualQuads(chip) ? 0 : 1,
  };
}

/**
 * Returns the format of the depth export: 32-bit components if depth or alpha is exported, 16-bit components
 * otherwise, or `ZERO` if nothing is exported. The sample mask is the third component.
 */
function getDepthFormat(
  gfx: Gfx,
  { writesDepth, writesStencil, writesSampleMask, exportsAlpha }: ShaderIntent,
): number {
  // On GFX11 and later, alpha is exported with depth, in the last component.
  if (factsOf(gfx).exportsAlphaWithDepth && exportsAlpha)
    return writesStencil || writesSampleMask ? EXPORT_FORMAT.ABGR32 : EXPORT_FORMAT.AR32;
  if (writesSampleMask) return writesDepth ? EXPORT_FORMAT.ABGR32 : EXPORT_FORMAT.UINT16_ABGR;
  if (writesStencil) return writesDepth ? EXPORT_FORMAT.GR32 : EXPORT_FORMAT.UINT16_ABGR;
  return writesDepth ? EXPORT_FORMAT.R32 : EXPORT_FORMAT.ZERO;
}
