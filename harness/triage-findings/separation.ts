import type { RuleId } from '../../transactions/index.js';
import type { ShrunkFailure } from './shrunk-failure.js';

/** Two rules that fired in the same failure because of different bugs. */
export interface Separation {
  /** The rule that the failures were grouped by. */
  readonly cause: RuleId;
  /** The rule that also fired. */
  readonly other: RuleId;
  /** The bucket of the failure in which both fired. */
  readonly signature: string;
  /** The test id of the failure in which both fired. */
  readonly test: string;
  /** A scenario in which `other` fires alone, if the failure's folder contains one. */
  readonly alone?: ShrunkFailure;
}
