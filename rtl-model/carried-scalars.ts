import { SCALAR, type WaveState } from '../arch/index.js';
import type { FieldRules } from './fingerprint/field-rule.js';
import { assert } from './kernel/assert.js';

/** Scalars that an operation captures at issue. */
const CARRIED = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI] as const;

/** M0 and EXEC of an operation that accesses its other registers later. Plain state. */
export class CarriedScalars {
  /** Which of its fields are device state. */
  static readonly fingerprint: FieldRules<CarriedScalars> = {};

  private readonly values = new Int32Array(CARRIED.length);

  /** Captures the wave's current values. */
  keep({ s }: WaveState): void {
    CARRIED.forEach((scalar, i) => {
      this.values[i] = s[scalar];
    });
  }

  /** The captured EXEC, low half first. */
  get exec(): readonly [number, number] {
    return [this.values[1], this.values[2]];
  }

  private isCarriedBy(s: Int32Array): boolean {
    return CARRIED.every((scalar, i) => s[scalar] === this.values[i]);
  }

  /** Runs an action with the captured values restored in a wave. */
  within({ s }: WaveState, action: () => void): void {
    const now = CARRIED.map((scalar) => s[scalar]);
    CARRIED.forEach((scalar, i) => {
      s[scalar] = this.values[i];
    });
    action();
    assert(this.isCarriedBy(s), 'an action does not change the scalars that were captured');
    CARRIED.forEach((scalar, i) => {
      s[scalar] = now[i];
    });
  }
}
