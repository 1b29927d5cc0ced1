import { SCALAR, type WaveState } from '../arch/index.js';
import { assert } from './kernel/assert.js';

const M0_AND_EXEC: readonly number[] = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI];

/**
 * The values of M0 and EXEC, or of the given scalars, when an operation was issued, for operations that access their
 * remaining registers only later.
 */
export class CapturedScalars {
  private readonly values: Int32Array;

  constructor(private readonly captured: readonly number[] = M0_AND_EXEC) {
    this.values = new Int32Array(captured.length);
  }

  /** Captures the wave's current values. */
  capture({ s }: WaveState): void {
    this.captured.forEach((scalar, i) => {
      this.values[i] = s[scalar];
    });
  }

  private matches(s: Int32Array): boolean {
    return this.captured.every((scalar, i) => s[scalar] === this.values[i]);
  }

  /** Runs an action with the captured values in the wave's registers, and then restores the current values. */
  runWithCapturedScalars({ s }: WaveState, action: () => void): void {
    const current = this.captured.map((scalar) => s[scalar]);
    this.captured.forEach((scalar, i) => {
      s[scalar] = this.values[i];
    });
    action();
    assert(this.matches(s), 'an action does not change the captured scalars');
    this.captured.forEach((scalar, i) => {
      s[scalar] = current[i];
    });
  }
}
