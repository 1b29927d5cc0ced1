import type { FaultId } from '../../transactions/index.js';

/** A fault from the library whose failing tests resemble those in a failure group. */
export interface SimilarFault {
  readonly fault: FaultId;
  /** How similar the group and the fault are, from 0 to 1. */
  readonly nearness: number;
}
