import type { OtherChoice } from '../../harness/one-test/index.js';
import type { Violation } from '../../transactions/index.js';

/** Violations shown per program; the JSON document has all. */
export const SHOWN_MAX = 3;

/** A violation's first occurrence. */
export interface CheckViolation {
  readonly violation: Violation;
  readonly variant: number;
  readonly scene: number;
  /** Line, from 1, of the program's original text. */
  readonly line?: number;
  /** Hardware unknowns, with the choices under which the rule would not fire in this scene; only if the violation is shown. */
  readonly dependsOn?: readonly OtherChoice[];
}
