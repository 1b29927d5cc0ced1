import type { FaultTable } from '../../context.js';
import { EARLY, type EarlyStage } from './depth-plan.js';

/** What the depth block drives. */
export interface DepthOutputs {
  /** What the early test does if the registers ask for `asked`. */
  early: (asked: EarlyStage) => EarlyStage;
}

export const CLEAN_DEPTH: DepthOutputs = { early: (asked) => asked };

/** Faults of depth and stencil tests. */
export const DEPTH_FAULTS: FaultTable<DepthOutputs> = {
  F126: () => ({ early: (asked) => (asked === EARLY.NONE ? EARLY.PIXELS : asked) }),
  F127: () => ({ early: (asked) => (asked === EARLY.NONE ? EARLY.TEST : asked) }),
};
