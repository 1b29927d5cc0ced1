import { EXIT_BY_EXPORT, lookup, WITH_OPTIONAL_DRAINS, WITHOUT_INTRAWAVE } from '../../arch/index.js';
import { getGenerationBins } from './common.js';

/** The fields that ordering depends on, with their statements (pops.md 7). */
export const ORDERING_FIELDS: Readonly<Record<string, readonly string[]>> = lookup({
  'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': ['S-012'],
  'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': ['S-059'],
  'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': ['S-012'],
  'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': ['S-059'],
  'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': ['S-140', 'S-141'],
  'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': ['S-118'],
  'DB_Z_INFO.NUM_SAMPLES': ['S-128'],
  'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE': ['S-151'],
  'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': ['S-147'],
  'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': ['S-136'],
  'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': ['S-131', 'S-135'],
  'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': ['S-113', 'S-114'],
  'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': ['S-150'],
  'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': ['S-115', 'S-116', 'S-117', 'S-120'],
  'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': ['S-124'],
  'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': ['S-123', 'S-125'],
});

const NO_IDS = {
  generation: getGenerationBins(EXIT_BY_EXPORT),
  reason: 'On GFX11, shaders have no ids (S-054).',
};
const NO_LAYERS = {
  generation: getGenerationBins(WITHOUT_INTRAWAVE),
  reason: 'GFX11 dropped the argument (S-075), and CFG-02 fires.',
};
/** The ordering fields whose value 1 is forbidden or meaningless on some generations. */
export const FORBIDDEN_ONES: Readonly<Record<string, typeof NO_IDS>> = lookup({
  'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': NO_IDS,
  'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': NO_LAYERS,
  'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': NO_IDS,
  'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': NO_LAYERS,
  'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': {
    generation: getGenerationBins(WITH_OPTIONAL_DRAINS),
    reason: 'No chip of this generation needs the drain, so draws never request it (S-135).',
  },
});

/** A field's bins that are excluded from the score, and the reason. */
interface ExcludedBins {
  readonly bins: readonly string[];
  readonly reason: string;
}

const LOG2_SAMPLES: ExcludedBins = {
  bins: ['5', '6', '7'],
  reason: 'The maximum is 16 samples, stored as log2 (4).',
};
const SURFACE_SAMPLES: ExcludedBins = {
  bins: ['4', '5', '6', '7'],
  reason: 'These count samples of depth surfaces, which have at most 8 (S-128).',
};
const COMBINERS: ExcludedBins = { bins: ['5', '6', '7'], reason: 'Reserved: there are five combiners.' };
const BIN_EXTENSIONS: ExcludedBins = { bins: ['6', '7'], reason: 'Reserved: the largest bin is 512 pixels.' };
const EXPORT_FORMATS: ExcludedBins = { bins: ['largest'], reason: 'Reserved: 9 is the last export format.' };
const SET_BY_KNOB: ExcludedBins = {
  bins: ['0', '1', '2', '3', 'low', 'high', 'largest'],
  reason: 'This value comes from a model knob, so draws do not set the field (pops.md 10).',
};
const COMPILED_STATE_ONLY: ExcludedBins = {
  bins: ['1'],
  reason: 'Only present in the state of shaders compiled by other drivers; draws never set it.',
};

const OREO_REASON = 'RADV leaves this at 0 (pops.md 7).';

/** Values that are reserved, never read, or not set by draws (except in tests that expect a violation). */
export const UNUSED_VALUES: Readonly<Record<string, ExcludedBins>> = lookup({
  'SPI_SHADER_PGM_RSRC1_PS.SGPRS': { bins: ['largest'], reason: 'Reserved: a wave has at most 112 SGPRs.' },
  'SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE': {
    bins: ['0', 'low', 'largest'],
    reason: 'Not modelled: 32-bit floats round to nearest even, and other formats preserve denormals.',
  },
  'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR': {
    bins: ['0'],
    reason: 'Programs find their memory through user data.',
  },
  'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': {
    bins: ['high', 'largest'],
    reason: 'With attributes, this would exceed the 64 KiB that a wave can have.',
  },
  'SPI_PS_IN_CONTROL.NUM_INTERP': { bins: ['largest'], reason: 'Reserved: there are at most 32 attributes.' },
  'SPI_TMPRING_SIZE.WAVES': { bins: ['0'], reason: 'No wave with scratch memory would start (F129).' },
  'SPI_TMPRING_SIZE.WAVESIZE': {
    bins: ['0', 'high', 'largest'],
    reason: 'No scratch memory, or more than any test uses.',
  },
  'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP': { bins: ['0'], reason: 'Drivers set it on all generations.' },
  'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': {
    bins: ['0'],
    reason: 'Memory must return in order; otherwise CFG-20 fires.',
  },
  'PA_SC_PKR_WAVE_TABLE_CNTL.SIZE': SET_BY_KNOB,
  'PA_SC_ENHANCE_1.ENABLE_DFSM_FLUSH_EVENT_TO_FLUSH_POPS_CAM': SET_BY_KNOB,
  'PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES': LOG2_SAMPLES,
  'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': LOG2_SAMPLES,
  'PA_SC_BINNER_CNTL_0.BIN_SIZE_X_EXTEND': BIN_EXTENSIONS,
  'PA_SC_BINNER_CNTL_0.BIN_SIZE_Y_EXTEND': BIN_EXTENSIONS,
  'PA_SC_SHADER_CONTROL.DISABLE_OREO_CONFLICT_QUAD': {
    bins: ['1'],
    reason: 'Never set, because its effect is unknown (CFG-21).',
  },
  'VGT_PRIMITIVE_TYPE.PRIM_TYPE': {
    bins: ['0', 'high', 'largest'],
    reason: 'No primitives, or reserved: types are below 32.',
  },
  'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE': { bins: ['3'], reason: 'Reserved: there are three modes.' },
  'GE_VRS_RATE.RATE_X': { bins: ['3'], reason: 'Reserved: the coarsest rate is 4 pixels.' },
  'GE_VRS_RATE.RATE_Y': { bins: ['3'], reason: 'Reserved: the coarsest rate is 4 pixels.' },
  'PA_CL_VRS_CNTL.VERTEX_RATE_COMBINER_MODE': COMBINERS,
  'PA_CL_VRS_CNTL.PRIMITIVE_RATE_COMBINER_MODE': COMBINERS,
  'PA_CL_VRS_CNTL.HTILE_RATE_COMBINER_MODE': COMBINERS,
  'PA_CL_VRS_CNTL.SAMPLE_ITER_COMBINER_MODE': COMBINERS,
  'PA_SC_VRS_OVERRIDE_CNTL.VRS_OVERRIDE_RATE_COMBINER_MODE': COMBINERS,
  'PA_SC_VRS_OVERRIDE_CNTL.VRS_RATE': {
    bins: ['largest'],
    reason: 'Reserved: the coarsest rate is 4 pixels.',
  },
  'DB_EQAA.PS_ITER_SAMPLES': LOG2_SAMPLES,
  'DB_DFSM_CONTROL.PUNCHOUT_MODE': {
    bins: ['0', '1', '3'],
    reason: 'Punch-out must be forced off; otherwise CFG-14 fires.',
  },
  'DB_DFSM_CONFIG.DISABLE_POPS': {
    bins: ['1'],
    reason: 'Ordering must not be switched off; otherwise CFG-15 fires.',
  },
  'DB_DFSM_CONFIG.POPS_INCREMENT_CONTROL': {
    bins: ['1', '2', '3'],
    reason: 'Never set, because its effect is unknown (CFG-21).',
  },
  'DB_DFSM_WATERMARK.POPS_HIGH_WATERMARK': SET_BY_KNOB,
  'DB_RENDER_CONTROL.OREO_MODE': { bins: ['1', '2', '3'], reason: OREO_REASON },
  'DB_RENDER_CONTROL.FORCE_OREO_MODE': { bins: ['1'], reason: OREO_REASON },
  'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': {
    bins: ['1'],
    reason: 'The order of exports must not be forced; otherwise PERF-07 fires.',
  },
  'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': {
    bins: ['3'],
    reason: 'Reserved: only any, less and greater are defined.',
  },
  'DB_SHADER_CONTROL.OREO_BLEND_ENABLE': {
    bins: ['1'],
    reason: 'Never set, because its effect is unknown (CFG-21).',
  },
  'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': {
    bins: ['1'],
    reason: 'Never set, because its effect is unknown (S-150, CFG-21).',
  },
  'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': SURFACE_SAMPLES,
  'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': SURFACE_SAMPLES,
  'DB_SHADER_CONTROL.ALPHA_TO_MASK_DISABLE': COMPILED_STATE_ONLY,
  'SPI_BARYC_CNTL.POS_FLOAT_LOCATION': { bins: ['3'], reason: 'Reserved: only 0 to 2 are defined.' },
  'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': EXPORT_FORMATS,
  'SPI_PS_MAX_WAVE_ID.MAX_WAVE_ID': SET_BY_KNOB,
  'SPI_PS_MAX_WAVE_ID.MAX_COLLISION_WAVE_ID': SET_BY_KNOB,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, target) => [
      `SPI_SHADER_COL_FORMAT.COL${target}_EXPORT_FORMAT`,
      EXPORT_FORMATS,
    ]),
  ),
});
