import type { Scenario } from '../../transactions/index.js';
import type { Witness } from '../records/witness.js';
import type { ExplanationFindings } from './why.js';

/** A shrunk failure in a run directory. */
export interface ShrunkFailure {
  /** The path of the scenario. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly waves: number;
  readonly primitives: number;
  /** What the first violation observed; empty if no rule fired. */
  readonly observed: string;
  /** The data for its diagram; absent if it names no wave. */
  readonly witness?: Witness;
  /** Why it happens; absent if triage did not examine it. */
  readonly why?: ExplanationFindings;
  /** The path of its page, relative to the run directory; absent if it was not written. */
  readonly viewer?: string;
}
