import type { FaultTable } from '../../context.js';
import { EARLY, type EarlyStage } from './depth-plan.js';

/** Outputs of the depth block. */
export interface DepthOutputs {
  /** What the early test does, given what the registers request. */
  early: (requested: EarlyStage) => EarlyStage;
}

export const CLEAN_DEPTH: DepthOutputs = { early: (requested) => requested };

/** Faults of depth and stencil tests. */
export const DEPTH_FAULTS: FaultTable<DepthOutputs> = {
  F126: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.PIXELS : requested) }),
  F127: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.TEST : requested) }),
};
