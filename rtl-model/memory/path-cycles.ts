import { type FieldRules, TIME } from '../fingerprint/field-rule.js';

/**
 * For each of a wave's paths, the last cycle in which an access is performed and the last in which one returns. Either
 * may be in the future. Used to keep the accesses on a path in order.
 */
export class PathCycles {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<PathCycles> = { lastPerform: TIME, lastReturn: TIME };

  readonly lastPerform: Float64Array;
  readonly lastReturn: Float64Array;

  constructor(paths: number) {
    this.lastPerform = new Float64Array(paths);
    this.lastReturn = new Float64Array(paths);
  }

  reset(): void {
    this.lastPerform.fill(0);
    this.lastReturn.fill(0);
  }
}
