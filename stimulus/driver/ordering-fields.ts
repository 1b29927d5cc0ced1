import type { Chip } from '../../arch/index.js';
import { type CollisionArguments, getCollisionArguments } from './draw-intent.js';
import { getNonPipelineFields } from './non-pipeline-fields.js';
import type { FieldValues } from './register-fields.js';

/** The DB_DFSM_CONTROL.PUNCHOUT_MODE value that forces punchout off. */
const PUNCHOUT_FORCE_OFF = 2;

/** The properties that determine how a draw's overlaps are detected. */
export interface OrderingInputs {
  readonly samples: number;
  /** Whether the interlock orders samples instead of pixels. */
  readonly perSample: boolean;
  /** See `DrawIntent.unordered`. */
  readonly unordered?: boolean;
  /** See `ShaderIntent.collision`. */
  readonly collision?: CollisionArguments;
}

/** Returns the fields for overlap detection and its granularity (S-114 to S-127, pops.md 7 and 8). */
export function getOrderingFields({ gfx, quirks }: Chip, inputs: OrderingInputs): FieldValues {
  const { samples, perSample, unordered = false } = inputs;
  const { waves, layers } = getCollisionArguments(gfx, inputs);
  const sampleLog2 = 31 - Math.clz32(samples);
  const overlapLog2 = perSample ? sampleLog2 : 0;
  return {
    ...getNonPipelineFields(samples),
    'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': waves ? 1 : 0,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': layers ? 1 : 0,
    'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 0,
    'PA_SC_MODE_CNTL_0.MSAA_ENABLE': samples > 1 ? 1 : 0,
    'PA_SC_AA_CONFIG.MSAA_NUM_SAMPLES': sampleLog2,
    'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': sampleLog2,
    'DB_DFSM_CONTROL.PUNCHOUT_MODE': PUNCHOUT_FORCE_OFF,
    'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP':
      !unordered && samples >= (quirks?.missedOverlapSamples ?? Number.POSITIVE_INFINITY) ? 1 : 0,
    'DB_SHADER_CONTROL.EXEC_ON_HIER_FAIL': 1,
    'DB_SHADER_CONTROL.EXEC_ON_NOOP': 1,
    'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': unordered ? 0 : 1,
    'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': overlapLog2,
    'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE': unordered ? 0 : 1,
    'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': overlapLog2,
  };
}
