import type { FaultTable } from '../../context.js';
import { EARLY, type EarlyStage } from './depth-plan.js';

/** Outputs of the depth block. */
export interface DepthOutputs {
  /** What the early test does when the registers request `asked`. */
  early: (asked: EarlyStage) => EarlyStage;
}

export const CLEAN_DEPTH: DepthOutputs = { early: (asked) => asked };

/** Faults of depth and stencil tests. */
export const DEPTH_FAULTS: FaultTable<DepthOutputs> = {
  F126: () => ({ early: (asked) => (asked === EARLY.NONE ? EARLY.PIXELS : asked) }),
  F127: () => ({ early: (asked) => (asked === EARLY.NONE ? EARLY.TEST : asked) }),
};
