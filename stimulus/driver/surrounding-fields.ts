import type { FieldValues } from './register-fields.js';

/** Log2 of the samples that depth surfaces have at most. */
const DEPTH_SAMPLES_LOG2 = 3;

/**
 * Fields of what surrounds a pipeline and no pipeline carries: the render pass, whose depth samples follow the draw's even
 * where it has no depth buffer (S-128), and the device as it comes out of reset (pops.md 7).
 */
export function surroundingFields(samples: number): FieldValues {
  return {
    'DB_Z_INFO.NUM_SAMPLES': Math.min(31 - Math.clz32(samples), DEPTH_SAMPLES_LOG2),
    'DB_DFSM_CONFIG.DISABLE_POPS': 0,
    'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER': 0,
  };
}
