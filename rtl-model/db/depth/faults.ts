import type { FaultTable } from '../../context.js';
import { EARLY, type EarlyMode } from './depth-plan.js';

/** The outputs of the depth block that faults can replace. */
export interface DepthOutputs {
  /** The early test mode to use when the registers select `requested`. */
  early: (requested: EarlyMode) => EarlyMode;
}

export const CLEAN_DEPTH: DepthOutputs = { early: (requested) => requested };

/** Faults in the depth and stencil tests. */
export const DEPTH_FAULTS: FaultTable<DepthOutputs> = {
  F126: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.PIXELS : requested) }),
  F127: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.TEST : requested) }),
};
