import type { FieldValues } from './register-fields.js';

/** Log2 of the maximum sample count of a depth surface. */
const MAX_DEPTH_SAMPLES_LOG2 = 3;

/**
 * Returns the fields that the pipeline does not set: those of the render pass, whose depth sample count matches the
 * draw's even without a depth buffer (S-128), and those left at their reset values (pops.md 7).
 */
export function getNonPipelineFields(samples: number): FieldValues {
  return {
    'DB_Z_INFO.NUM_SAMPLES': Math.min(31 - Math.clz32(samples), MAX_DEPTH_SAMPLES_LOG2),
    'DB_DFSM_CONFIG.DISABLE_POPS': 0,
    'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': 0,
  };
}
