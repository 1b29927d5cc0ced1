import { type FieldRules, TIME } from '../fingerprint/field-rule.js';

/** For each path, the cycles in which a wave last performed and returned an access, used to keep the path in order. */
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
