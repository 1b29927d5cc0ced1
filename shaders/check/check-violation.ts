import type { OtherChoice } from '../../harness/one-test/index.js';
import type { Violation } from '../../transactions/index.js';

/** A violation as it was first seen, and where. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** Line, from 1, of the text that the program came from. */
  readonly line?: number;
  /** Unknowns of the hardware, with the choices under which the rule would not fire in this scene. */
  readonly dependsOn?: readonly OtherChoice[];
}
