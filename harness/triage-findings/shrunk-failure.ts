import type { Scenario } from '../../transactions/index.js';
import type { Witness } from '../records/witness.js';
import type { WhyFindings } from './why.js';

/** A failure made small, as a run directory holds it. */
export interface ShrunkFailure {
  /** Path of its scenario. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly waves: number;
  readonly primitives: number;
  /** What the first violation observed; empty where no rule fired. */
  readonly observed: string;
  /** What its picture is drawn from; absent where no wave is named. */
  readonly witness?: Witness;
  /** Why it happens; absent if triage did not examine it. */
  readonly why?: WhyFindings;
  /** Path of its own page from the run directory; absent where none is written. */
  readonly viewer?: string;
}
