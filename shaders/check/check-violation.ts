import type { AlternativeChoice } from '../../harness/one-test/index.js';
import type { Violation } from '../../transactions/index.js';

/** Maximum number of violations to show per program; the JSON document contains all of them. */
export const MAX_SHOWN_VIOLATIONS = 3;

/** The first occurrence of a violation. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** The line in the program's original text, counted from 1. */
  readonly line?: number;
  /**
   * Other choices for hardware unknowns under which the rule would not fire in this scene. Present only if the
   * violation is shown.
   */
  readonly dependsOn?: readonly AlternativeChoice[];
}
