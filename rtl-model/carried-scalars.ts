import { SCALAR, type WaveState } from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** Scalars that an operation takes with it, as they are when it is issued. */
const CARRIED = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI] as const;

/** M0 and EXEC of an operation whose other registers are read or written later. Plain state. */
export class CarriedScalars {
  private readonly values = new Int32Array(CARRIED.length);

  /** Keeps what the wave has now. */
  keep({ s }: WaveState): void {
    CARRIED.forEach((scalar, i) => {
      this.values[i] = s[scalar];
    });
  }

  /** EXEC as it was kept, its lower half first. */
  get exec(): readonly [number, number] {
    return [this.values[1], this.values[2]];
  }

  /** Does something on a wave as if it still had what was kept. */
  within({ s }: WaveState, action: () => void): void {
    const now = CARRIED.map((scalar) => s[scalar]);
    CARRIED.forEach((scalar, i) => {
      s[scalar] = this.values[i];
    });
    assert(now.length === this.values.length, 'what is put away comes back');
    action();
    CARRIED.forEach((scalar, i) => {
      s[scalar] = now[i];
    });
  }
}
