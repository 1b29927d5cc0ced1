import type { OtherChoice } from '../../harness/one-test/index.js';
import type { Violation } from '../../transactions/index.js';

/** A violation's first occurrence. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** Line, from 1, of the program's original text. */
  readonly line?: number;
  /** Hardware unknowns, with the choices under which the rule would not fire in this scene. */
  readonly dependsOn?: readonly OtherChoice[];
}
