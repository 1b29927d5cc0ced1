import type { FaultId } from '../../transactions/index.js';

/** A fault of the library whose failing tests show much the same as a failure group. */
export interface LikeFault {
  readonly fault: FaultId;
  /** How much of what group and fault show they have in common, from 0 to 1. */
  readonly nearness: number;
}
