import { assert } from './assert.js';
import type { Choices } from './choices.js';

/**
 * Replays a recorded list of answers.
 *
 * If the list does not match the run, because it has run out or the next value is out of range for the choice, the
 * answer is 0. This happens with the shorter lists that shrinking produces. Such answers are counted as mismatches; a
 * complete recording has none. If there is a `fallback` strategy, it makes all choices after the list runs out, as if
 * the hardware could choose freely from then on.
 */
export class ReplayChoices implements Choices {
  private position = 0;
  private mismatchCount = 0;

  constructor(
    private readonly values: ArrayLike<number>,
    private readonly fallback?: Choices,
  ) {}

  /** How many choices so far had no valid recorded value. */
  get mismatches(): number {
    return this.mismatchCount;
  }

  /** The number of answers that have not been used yet. After a faithful replay, it is 0. */
  get unused(): number {
    assert(this.position <= this.values.length, 'cannot use more answers than were recorded');
    return this.values.length - this.position;
  }

  choose(point: number, n: number, sources?: Int32Array, first?: number): number {
    assert(n > 0, 'a choice must have at least one option');
    if (n === 1) return 0;
    if (this.fallback !== undefined && this.position === this.values.length)
      return this.fallback.choose(point, n, sources, first);
    if (this.position < this.values.length) {
      const value = this.values[this.position++];
      assert(value >= 0, 'recorded answers are not negative');
      if (value < n) return value;
    }
    this.mismatchCount++;
    return 0;
  }
}
