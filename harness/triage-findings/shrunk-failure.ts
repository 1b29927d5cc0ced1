import type { Scenario } from '../../transactions/index.js';
import type { Witness } from '../records/witness.js';
import type { WhyFindings } from './why.js';

/** A shrunk failure in a run directory. */
export interface ShrunkFailure {
  /** Path of its scenario. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly waves: number;
  readonly primitives: number;
  /** What the first violation observed; empty if no rule fired. */
  readonly observed: string;
  /** Data for its picture; absent if no wave is named. */
  readonly witness?: Witness;
  /** Why it happens; absent if triage did not examine it. */
  readonly why?: WhyFindings;
  /** Path of its own page from the run directory; absent if not written. */
  readonly viewer?: string;
}
