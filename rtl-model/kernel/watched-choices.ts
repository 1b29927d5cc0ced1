import { assert } from './assert.js';
import type { Choices } from './choices.js';

/**
 * Called for each choice with more than one option. `sources` and `first` are those passed to `Choices.choose`, and are
 * valid only during the call.
 */
export type ChoiceListener = (
  point: number,
  n: number,
  answer: number,
  sources: Int32Array | undefined,
  first: number,
) => void;

/** Delegates to another strategy and notifies a listener of every answer that `RecordingChoices` would record. */
export class WatchedChoices implements Choices {
  constructor(
    private readonly inner: Choices,
    private readonly listener: ChoiceListener,
  ) {}

  choose(point: number, n: number, sources?: Int32Array, first = 0): number {
    if (n === 1) return 0;
    const answer = this.inner.choose(point, n, sources, first);
    assert(answer >= 0 && answer < n, 'the answer is one of the options');
    this.listener(point, n, answer, sources, first);
    return answer;
  }
}
