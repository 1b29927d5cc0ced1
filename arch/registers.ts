import type { Gfx } from './chips.js';
import { GENERATIONS } from './chips.js';
import { buildPerGeneration, generationsBefore, generationsSince } from './since-generation.js';

/** A bit field of a register. */
export interface RegisterField {
  readonly register: string;
  readonly field: string;
  readonly low: number;
  readonly high: number;
  readonly generations: readonly Gfx[];
  /** The register that contained the field before a generation moved it. The field's lookup name still uses it. */
  readonly originalRegister?: string;
}

const BEFORE_GFX11 = generationsBefore('gfx11');
const BEFORE_GFX12 = generationsBefore('gfx12');
const SINCE_GFX10 = generationsSince('gfx10');
const GFX10_AND_GFX11 = SINCE_GFX10.filter((gfx) => BEFORE_GFX12.includes(gfx));
const SINCE_GFX10_3 = generationsSince('gfx10.3');
const GFX10_3_AND_GFX11 = SINCE_GFX10_3.filter((gfx) => BEFORE_GFX12.includes(gfx));
const SINCE_GFX11 = generationsSince('gfx11');
const SINCE_GFX12 = generationsSince('gfx12');

const makeRow = (
  register: string,
  field: string,
  low: number,
  high: number,
  generations: readonly Gfx[] = GENERATIONS,
): RegisterField => ({ register, field, low, high, generations });

/** Builds the row for a field that GFX12 moved from `originalRegister` to `register`. */
const makeMovedRow = (
  originalRegister: string,
  register: string,
  field: string,
  low: number,
  high: number,
): RegisterField => ({
  ...makeRow(register, field, low, high, SINCE_GFX12),
  originalRegister,
});

/**
 * The fields that the hardware, the driver and the rules read. A field has one row, or two if its location differs
 * between generations (pops.md 7, corpus README; Mesa's register headers for VGT, PA and the stencil registers).
 */
export const REGISTER_FIELDS: readonly RegisterField[] = [
  makeRow('SPI_SHADER_PGM_RSRC1_PS', 'VGPRS', 0, 5),
  makeRow('SPI_SHADER_PGM_RSRC1_PS', 'SGPRS', 6, 9),
  makeRow('SPI_SHADER_PGM_RSRC1_PS', 'FLOAT_MODE', 12, 19),
  makeRow('SPI_SHADER_PGM_RSRC1_PS', 'DX10_CLAMP', 21, 21, BEFORE_GFX12),
  makeRow('SPI_SHADER_PGM_RSRC1_PS', 'MEM_ORDERED', 25, 25, GFX10_AND_GFX11),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'SCRATCH_EN', 0, 0),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'USER_SGPR', 1, 5),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'WAVE_CNT_EN', 7, 7),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'EXTRA_LDS_SIZE', 8, 15),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'LOAD_COLLISION_WAVEID', 25, 25),
  makeRow('SPI_SHADER_PGM_RSRC2_PS', 'LOAD_INTRAWAVE_COLLISION', 26, 26),
  makeRow('PA_SC_SHADER_CONTROL', 'LOAD_COLLISION_WAVEID', 2, 2),
  makeRow('PA_SC_SHADER_CONTROL', 'LOAD_INTRAWAVE_COLLISION', 3, 3),
  makeRow('PA_SC_SHADER_CONTROL', 'WAVE_BREAK_REGION_SIZE', 5, 6, SINCE_GFX10),
  makeRow('PA_SC_SHADER_CONTROL', 'DISABLE_OREO_CONFLICT_QUAD', 7, 7, SINCE_GFX11),
  makeRow('PA_SC_PKR_WAVE_TABLE_CNTL', 'SIZE', 0, 5, BEFORE_GFX11),
  makeRow('PA_SC_ENHANCE_1', 'ENABLE_DFSM_FLUSH_EVENT_TO_FLUSH_POPS_CAM', 11, 11),
  makeRow('PA_SC_MODE_CNTL_0', 'MSAA_ENABLE', 0, 0),
  makeRow('PA_SC_MODE_CNTL_1', 'PS_ITER_SAMPLE', 16, 16),
  makeRow('PA_SC_MODE_CNTL_1', 'OUT_OF_ORDER_PRIMITIVE_ENABLE', 27, 27),
  makeRow('PA_SC_AA_CONFIG', 'MSAA_NUM_SAMPLES', 0, 2),
  makeRow('PA_SC_AA_CONFIG', 'MSAA_EXPOSED_SAMPLES', 20, 22),
  makeRow('PA_SC_AA_MASK_X0Y0_X1Y0', 'AA_MASK_X0Y0', 0, 15),
  makeRow('PA_SC_AA_MASK_X0Y0_X1Y0', 'AA_MASK_X1Y0', 16, 31),
  makeRow('PA_SC_AA_MASK_X0Y1_X1Y1', 'AA_MASK_X0Y1', 0, 15),
  makeRow('PA_SC_AA_MASK_X0Y1_X1Y1', 'AA_MASK_X1Y1', 16, 31),
  makeRow('DB_Z_INFO', 'NUM_SAMPLES', 2, 3),
  makeRow('PA_SC_BINNER_CNTL_0', 'BINNING_MODE', 0, 1),
  makeRow('PA_SC_BINNER_CNTL_0', 'BIN_SIZE_X', 2, 2),
  makeRow('PA_SC_BINNER_CNTL_0', 'BIN_SIZE_Y', 3, 3),
  makeRow('PA_SC_BINNER_CNTL_0', 'BIN_SIZE_X_EXTEND', 4, 6),
  makeRow('PA_SC_BINNER_CNTL_0', 'BIN_SIZE_Y_EXTEND', 7, 9),
  makeRow('PA_SC_BINNER_CNTL_0', 'CONTEXT_STATES_PER_BIN', 10, 12),
  makeRow('PA_SC_BINNER_CNTL_0', 'PERSISTENT_STATES_PER_BIN', 13, 17),
  makeRow('PA_SC_BINNER_CNTL_0', 'DISABLE_START_OF_PRIM', 18, 18),
  makeRow('PA_SC_BINNER_CNTL_0', 'FPOVS_PER_BATCH', 19, 26),
  makeRow('PA_SC_BINNER_CNTL_0', 'OPTIMAL_BIN_SELECTION', 27, 27),
  makeRow('PA_SC_BINNER_CNTL_0', 'FLUSH_ON_BINNING_TRANSITION', 28, 28),
  makeRow('PA_SC_BINNER_CNTL_0', 'BIN_MAPPING_MODE', 29, 30, SINCE_GFX10),
  makeRow('PA_SC_BINNER_CNTL_1', 'MAX_ALLOC_COUNT', 0, 15),
  makeRow('PA_SC_BINNER_CNTL_1', 'MAX_PRIM_PER_BATCH', 16, 31),
  makeRow('VGT_PRIMITIVE_TYPE', 'PRIM_TYPE', 0, 5),
  makeRow('PA_SU_POINT_SIZE', 'HEIGHT', 0, 15),
  makeRow('PA_SU_POINT_SIZE', 'WIDTH', 16, 31),
  makeRow('PA_SU_LINE_CNTL', 'WIDTH', 0, 15),
  makeRow('PA_SC_LINE_CNTL', 'PERPENDICULAR_ENDCAP_ENA', 11, 11),
  makeRow('GE_VRS_RATE', 'RATE_X', 0, 1, SINCE_GFX10_3),
  makeRow('GE_VRS_RATE', 'RATE_Y', 4, 5, SINCE_GFX10_3),
  makeRow('PA_CL_VRS_CNTL', 'VERTEX_RATE_COMBINER_MODE', 0, 2, SINCE_GFX10_3),
  makeRow('PA_CL_VRS_CNTL', 'PRIMITIVE_RATE_COMBINER_MODE', 3, 5, SINCE_GFX10_3),
  makeRow('PA_CL_VRS_CNTL', 'HTILE_RATE_COMBINER_MODE', 6, 8, SINCE_GFX10_3),
  makeRow('PA_CL_VRS_CNTL', 'SAMPLE_ITER_COMBINER_MODE', 9, 11, SINCE_GFX10_3),
  makeRow('PA_SC_VRS_OVERRIDE_CNTL', 'VRS_OVERRIDE_RATE_COMBINER_MODE', 0, 2, SINCE_GFX11),
  makeRow('PA_SC_VRS_OVERRIDE_CNTL', 'VRS_RATE', 4, 7, SINCE_GFX11),
  makeRow('PA_SC_VRS_SURFACE_CNTL_1', 'FORCE_SC_VRS_RATE_FINE_POPS', 7, 7, SINCE_GFX11),
  makeRow('DB_DEPTH_CONTROL', 'STENCIL_ENABLE', 0, 0),
  makeRow('DB_DEPTH_CONTROL', 'Z_ENABLE', 1, 1),
  makeRow('DB_DEPTH_CONTROL', 'Z_WRITE_ENABLE', 2, 2),
  makeRow('DB_DEPTH_CONTROL', 'ZFUNC', 4, 6),
  makeRow('DB_DEPTH_CONTROL', 'BACKFACE_ENABLE', 7, 7),
  makeRow('DB_DEPTH_CONTROL', 'STENCILFUNC', 8, 10),
  makeRow('DB_DEPTH_CONTROL', 'STENCILFUNC_BF', 20, 22),
  makeRow('DB_STENCIL_CONTROL', 'STENCILFAIL', 0, 3),
  makeRow('DB_STENCIL_CONTROL', 'STENCILZPASS', 4, 7),
  makeRow('DB_STENCIL_CONTROL', 'STENCILZFAIL', 8, 11),
  makeRow('DB_STENCIL_CONTROL', 'STENCILFAIL_BF', 12, 15),
  makeRow('DB_STENCIL_CONTROL', 'STENCILZPASS_BF', 16, 19),
  makeRow('DB_STENCIL_CONTROL', 'STENCILZFAIL_BF', 20, 23),
  makeRow('DB_STENCILREFMASK', 'STENCILTESTVAL', 0, 7),
  makeRow('DB_STENCILREFMASK', 'STENCILMASK', 8, 15),
  makeRow('DB_STENCILREFMASK', 'STENCILWRITEMASK', 16, 23),
  makeRow('DB_STENCILREFMASK', 'STENCILOPVAL', 24, 31),
  makeRow('DB_STENCILREFMASK_BF', 'STENCILTESTVAL_BF', 0, 7),
  makeRow('DB_STENCILREFMASK_BF', 'STENCILMASK_BF', 8, 15),
  makeRow('DB_STENCILREFMASK_BF', 'STENCILWRITEMASK_BF', 16, 23),
  makeRow('DB_STENCILREFMASK_BF', 'STENCILOPVAL_BF', 24, 31),
  makeRow('DB_ALPHA_TO_MASK', 'ALPHA_TO_MASK_ENABLE', 0, 0),
  makeRow('DB_EQAA', 'PS_ITER_SAMPLES', 4, 6, BEFORE_GFX12),
  makeMovedRow('DB_EQAA', 'PA_SC_AA_CONFIG', 'PS_ITER_SAMPLES', 30, 31),
  makeRow('DB_RENDER_OVERRIDE2', 'PARTIAL_SQUAD_LAUNCH_CONTROL', 0, 1),
  makeRow('DB_RENDER_OVERRIDE2', 'PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN', 2, 4),
  makeRow('DB_DFSM_CONTROL', 'PUNCHOUT_MODE', 0, 1, BEFORE_GFX11),
  makeRow('DB_DFSM_CONTROL', 'POPS_DRAIN_PS_ON_OVERLAP', 2, 2, BEFORE_GFX11),
  makeRow('DB_DFSM_CONFIG', 'DISABLE_POPS', 2, 2, BEFORE_GFX11),
  makeRow('DB_DFSM_CONFIG', 'POPS_INCREMENT_CONTROL', 14, 15, ['gfx10.3']),
  makeRow('DB_DFSM_WATERMARK', 'POPS_HIGH_WATERMARK', 16, 31, ['gfx9']),
  makeRow('DB_RENDER_CONTROL', 'OREO_MODE', 16, 17, SINCE_GFX11),
  makeRow('DB_RENDER_CONTROL', 'FORCE_OREO_MODE', 18, 18, SINCE_GFX11),
  makeRow('DB_RENDER_CONTROL', 'FORCE_EXPORT_ORDER', 19, 19, SINCE_GFX11),
  makeRow('DB_SHADER_CONTROL', 'Z_EXPORT_ENABLE', 0, 0),
  makeRow('DB_SHADER_CONTROL', 'STENCIL_TEST_VAL_EXPORT_ENABLE', 1, 1),
  makeRow('DB_SHADER_CONTROL', 'STENCIL_OP_VAL_EXPORT_ENABLE', 2, 2),
  makeRow('DB_SHADER_CONTROL', 'Z_ORDER', 4, 5),
  makeRow('DB_SHADER_CONTROL', 'KILL_ENABLE', 6, 6),
  makeRow('DB_SHADER_CONTROL', 'COVERAGE_TO_MASK_ENABLE', 7, 7),
  makeRow('DB_SHADER_CONTROL', 'MASK_EXPORT_ENABLE', 8, 8),
  makeRow('DB_SHADER_CONTROL', 'EXEC_ON_HIER_FAIL', 9, 9),
  makeRow('DB_SHADER_CONTROL', 'EXEC_ON_NOOP', 10, 10),
  makeRow('DB_SHADER_CONTROL', 'ALPHA_TO_MASK_DISABLE', 11, 11),
  makeRow('DB_SHADER_CONTROL', 'DEPTH_BEFORE_SHADER', 12, 12),
  makeRow('DB_SHADER_CONTROL', 'CONSERVATIVE_Z_EXPORT', 13, 14),
  makeRow('DB_SHADER_CONTROL', 'DUAL_QUAD_DISABLE', 15, 15),
  makeRow('DB_SHADER_CONTROL', 'PRIMITIVE_ORDERED_PIXEL_SHADER', 16, 16),
  makeRow('DB_SHADER_CONTROL', 'EXEC_IF_OVERLAPPED', 17, 17, BEFORE_GFX11),
  makeRow('DB_SHADER_CONTROL', 'POPS_OVERLAP_NUM_SAMPLES', 20, 22, BEFORE_GFX11),
  makeRow('DB_SHADER_CONTROL', 'OREO_BLEND_ENABLE', 24, 24, SINCE_GFX11),
  makeRow('DB_SHADER_CONTROL', 'OVERRIDE_INTRINSIC_RATE_ENABLE', 25, 25, SINCE_GFX11),
  makeRow('DB_SHADER_CONTROL', 'OVERRIDE_INTRINSIC_RATE', 26, 28, SINCE_GFX11),
  makeRow('SPI_PS_IN_CONTROL', 'NUM_INTERP', 0, 5, BEFORE_GFX12),
  makeRow('SPI_PS_IN_CONTROL', 'NUM_PRIM_INTERP', 9, 13, GFX10_3_AND_GFX11),
  makeMovedRow('SPI_PS_IN_CONTROL', 'SPI_SHADER_GS_OUT_CONFIG_PS', 'NUM_INTERP', 11, 16),
  makeMovedRow('SPI_PS_IN_CONTROL', 'SPI_SHADER_GS_OUT_CONFIG_PS', 'NUM_PRIM_INTERP', 17, 21),
  makeRow('SPI_PS_IN_CONTROL', 'PS_W32_EN', 15, 15, SINCE_GFX10),
  makeRow('SPI_PS_INPUT_CNTL_0', 'FLAT_SHADE', 10, 10),
  makeRow('SPI_BARYC_CNTL', 'PERSP_CENTER_CNTL', 0, 0),
  makeRow('SPI_BARYC_CNTL', 'PERSP_CENTROID_CNTL', 4, 4),
  makeRow('SPI_BARYC_CNTL', 'LINEAR_CENTER_CNTL', 8, 8),
  makeRow('SPI_BARYC_CNTL', 'LINEAR_CENTROID_CNTL', 12, 12),
  makeRow('SPI_BARYC_CNTL', 'POS_FLOAT_LOCATION', 16, 17),
  makeRow('SPI_BARYC_CNTL', 'POS_FLOAT_ULC', 20, 20),
  makeRow('SPI_BARYC_CNTL', 'FRONT_FACE_ALL_BITS', 24, 24),
  makeRow('SPI_PS_MAX_WAVE_ID', 'MAX_WAVE_ID', 0, 11),
  makeRow('SPI_PS_MAX_WAVE_ID', 'MAX_COLLISION_WAVE_ID', 16, 25),
  makeRow('SPI_TMPRING_SIZE', 'WAVES', 0, 11),
  makeRow('SPI_TMPRING_SIZE', 'WAVESIZE', 12, 24, BEFORE_GFX11),
  makeRow('SPI_TMPRING_SIZE', 'WAVESIZE', 12, 26, SINCE_GFX11),
  ...Array.from({ length: 8 }, (_, target) =>
    makeRow('SPI_SHADER_COL_FORMAT', `COL${target}_EXPORT_FORMAT`, 4 * target, 4 * target + 3),
  ),
  makeRow('SPI_SHADER_Z_FORMAT', 'Z_EXPORT_FORMAT', 0, 3),
];

/**
 * The bits of SPI_PS_INPUT_ENA, lowest first, each with the number of VGPRs that it loads (corpus README, "Initial
 * state of a wave").
 */
export const PS_INPUTS = [
  { name: 'persp_sample', registers: 2 },
  { name: 'persp_center', registers: 2 },
  { name: 'persp_centroid', registers: 2 },
  { name: 'pull_model', registers: 3 },
  { name: 'linear_sample', registers: 2 },
  { name: 'linear_center', registers: 2 },
  { name: 'linear_centroid', registers: 2 },
  { name: 'line_stipple', registers: 1 },
  { name: 'frag_pos_x', registers: 1 },
  { name: 'frag_pos_y', registers: 1 },
  { name: 'frag_pos_z', registers: 1 },
  { name: 'frag_pos_w', registers: 1 },
  { name: 'front_face', registers: 1 },
  { name: 'ancillary', registers: 1 },
  { name: 'sample_coverage', registers: 1 },
  { name: 'pos_fixed_pt', registers: 1 },
] as const;

/** Location of a field in a generation. */
export interface FieldLocation {
  /** `REGISTER.FIELD`, with the original register. */
  readonly name: string;
  readonly register: string;
  readonly low: number;
  /** A mask of the field's width, starting at bit 0. */
  readonly ones: number;
}

const NAMES: ReadonlySet<string> = new Set(REGISTER_FIELDS.map(getFieldName));

const FIELD_LOCATIONS = buildPerGeneration(locateFields);

/** Returns the name used for lookups, `REGISTER.FIELD`, with the original register. */
export function getFieldName({ register, field, originalRegister = register }: RegisterField): string {
  return `${originalRegister}.${field}`;
}

function locateFields(gfx: Gfx): ReadonlyMap<string, FieldLocation> {
  const rows = REGISTER_FIELDS.filter(({ generations }) => generations.includes(gfx));
  return new Map(
    rows.map((field) => {
      const { register, low, high } = field;
      return [
        getFieldName(field),
        { name: getFieldName(field), register, low, ones: 2 ** (high - low + 1) - 1 },
      ];
    }),
  );
}

/** Returns the fields of a generation, keyed by `REGISTER.FIELD`, in table order. */
export function getRegisterFields(gfx: Gfx): ReadonlyMap<string, FieldLocation> {
  return FIELD_LOCATIONS[gfx];
}

/** Throws if no generation has the given `REGISTER.FIELD`. An unknown name is a bug in this project. */
export function checkFieldName(name: string): void {
  if (!NAMES.has(name)) throw new Error(`unknown register field ${name}`);
}

/**
 * Returns the value of `REGISTER.FIELD` in a set of raw registers, or undefined if the register is not in the set or
 * the field does not exist in the generation. Throws for an unknown name, which is a bug in this project.
 */
export function findRegisterField(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  name: string,
): number | undefined {
  const field = FIELD_LOCATIONS[gfx].get(name);
  if (field === undefined) {
    checkFieldName(name);
    return undefined;
  }
  const word = registers[field.register];
  return word === undefined ? undefined : (word >>> field.low) & field.ones;
}

/**
 * Returns the value of `REGISTER.FIELD`, or its reset value of 0 if the draw does not set the register or the
 * generation does not have the field.
 */
export function getFieldOrZero(gfx: Gfx, registers: Readonly<Record<string, number>>, name: string): number {
  return findRegisterField(gfx, registers, name) ?? 0;
}

/** Returns the value of a whole register, or 0 if the draw does not set it. */
export function getRegisterOrZero(registers: Readonly<Record<string, number>>, name: string): number {
  return registers[name] ?? 0;
}
