import { SCALAR, type WaveState } from '../arch/index.js';
import type { FieldRules } from './fingerprint/field-rule.js';
import { assert } from './kernel/assert.js';

/** Scalars that an operation captures when it is issued. */
const CARRIED = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI] as const;

/** M0 and EXEC of an operation whose other registers are read or written later. Plain state. */
export class CarriedScalars {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<CarriedScalars> = {};

  private readonly values = new Int32Array(CARRIED.length);

  /** Captures the wave's present values. */
  keep({ s }: WaveState): void {
    CARRIED.forEach((scalar, i) => {
      this.values[i] = s[scalar];
    });
  }

  /** The captured EXEC, lower half first. */
  get exec(): readonly [number, number] {
    return [this.values[1], this.values[2]];
  }

  private isCarriedBy(s: Int32Array): boolean {
    return CARRIED.every((scalar, i) => s[scalar] === this.values[i]);
  }

  /** Runs an action on a wave as if it still had the captured values. */
  within({ s }: WaveState, action: () => void): void {
    const now = CARRIED.map((scalar) => s[scalar]);
    CARRIED.forEach((scalar, i) => {
      s[scalar] = this.values[i];
    });
    action();
    assert(this.isCarriedBy(s), 'an action leaves the scalars alone that it captured');
    CARRIED.forEach((scalar, i) => {
      s[scalar] = now[i];
    });
  }
}
