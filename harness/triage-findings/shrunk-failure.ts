import type { Scenario } from '../../transactions/index.js';
import type { Witness } from '../records/witness.js';
import type { ExplanationFindings } from './explanation.js';

/** A shrunk failure in a run directory. */
export interface ShrunkFailure {
  /** The path of the scenario. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly waves: number;
  readonly primitives: number;
  /** What the first violation observed; empty if no rule fired. */
  readonly observed: string;
  /** The data for the failure's diagram; absent if no wave is involved. */
  readonly witness?: Witness;
  /** Why the failure happens; absent if triage did not examine it. */
  readonly why?: ExplanationFindings;
  /** The path of the failure's page, relative to the run directory; absent if it was not written. */
  readonly viewer?: string;
}
