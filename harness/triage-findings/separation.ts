import type { RuleId } from '../../transactions/index.js';
import type { ShrunkFailure } from './shrunk-failure.js';

/** Two rules that fired in one failure and come from two bugs: each was seen to fire without the other. */
export interface Separation {
  /** The rule that the failures are grouped by. */
  readonly cause: RuleId;
  /** The rule that fired along with it. */
  readonly other: RuleId;
  /** Bucket and id of the failure in which both fired; its folder has the scenario in which `other` fires alone. */
  readonly signature: string;
  readonly test: string;
  /** That scenario, where the run directory has it. */
  readonly alone?: ShrunkFailure;
}
