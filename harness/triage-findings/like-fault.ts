import type { FaultId } from '../../transactions/index.js';

/** A library fault whose failing tests show much the same as a failure group. */
export interface LikeFault {
  readonly fault: FaultId;
  /** Similarity of what group and fault show, from 0 to 1. */
  readonly nearness: number;
}
