import { assert } from './assert.js';
import type { Choices } from './choices.js';

const INITIAL_CAPACITY = 1024;

/**
 * Delegates any choice with more than one option to another strategy and records its answers, which make up the run's
 * schedule.
 */
export class RecordingChoices implements Choices {
  private answers = new Int32Array(INITIAL_CAPACITY);
  private count = 0;

  constructor(private readonly inner: Choices) {}

  choose(point: number, n: number, sources?: Int32Array, first?: number): number {
    if (n === 1) return 0;
    const answer = this.inner.choose(point, n, sources, first);
    if (this.count === this.answers.length) this.grow();
    assert(answer >= 0 && answer < n, 'the answer is one of the options');
    assert(this.count < this.answers.length, 'there is room for the answer');
    this.answers[this.count++] = answer;
    return answer;
  }

  /** Returns a copy of the answers recorded so far, for `ReplayChoices`. */
  values(): Int32Array {
    return this.answers.slice(0, this.count);
  }

  private grow(): void {
    const answers = new Int32Array(2 * this.count);
    answers.set(this.answers);
    this.answers = answers;
  }
}
