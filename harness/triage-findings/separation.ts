import type { RuleId } from '../../transactions/index.js';
import type { ShrunkFailure } from './shrunk-failure.js';

/** Two rules that fired in one failure but come from two bugs. */
export interface Separation {
  /** The rule the failures are grouped by. */
  readonly cause: RuleId;
  /** The rule that also fired. */
  readonly other: RuleId;
  /** Bucket and id of the failure in which both fired; its folder may have a scenario in which `other` fires alone. */
  readonly signature: string;
  readonly test: string;
  /** That scenario, if the run directory has it. */
  readonly alone?: ShrunkFailure;
}
