import { SCALAR, type WaveState } from '../arch/index.js';
import { assert } from './kernel/assert.js';

const CAPTURED = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI] as const;

/**
 * The values of M0 and EXEC when an operation was issued, for operations that access their remaining registers only
 * later.
 */
export class CapturedScalars {
  private readonly values = new Int32Array(CAPTURED.length);

  /** Captures the wave's current values. */
  capture({ s }: WaveState): void {
    CAPTURED.forEach((scalar, i) => {
      this.values[i] = s[scalar];
    });
  }

  /** The captured EXEC, low half first. */
  get exec(): readonly [number, number] {
    return [this.values[1], this.values[2]];
  }

  private matches(s: Int32Array): boolean {
    return CAPTURED.every((scalar, i) => s[scalar] === this.values[i]);
  }

  /** Runs an action with the captured values in the wave's registers, and then restores the current values. */
  runWithCapturedScalars({ s }: WaveState, action: () => void): void {
    const current = CAPTURED.map((scalar) => s[scalar]);
    CAPTURED.forEach((scalar, i) => {
      s[scalar] = this.values[i];
    });
    action();
    assert(this.matches(s), 'an action does not change the captured scalars');
    CAPTURED.forEach((scalar, i) => {
      s[scalar] = current[i];
    });
  }
}
