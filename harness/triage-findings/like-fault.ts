import type { FaultId } from '../../transactions/index.js';

/** A library fault whose failing tests look much like those of a failure group. */
export interface LikeFault {
  readonly fault: FaultId;
  /** How similar group and fault look, from 0 to 1. */
  readonly nearness: number;
}
