import { RandomStream, type Seed } from '../../transactions/index.js';
import { assert } from './assert.js';

/** Picks each option with equal probability, using a seeded stream. */
export class RandomChoices implements Choices {
  private readonly stream: RandomStream;

  /** @throws RangeError if the string does not represent a seed. */
  constructor(seed: Seed | string) {
    this.stream = new RandomStream(seed);
  }

  choose(_point: number, n: number): number {
    assert(n > 0, 'a choice must have at least one option');
    return n === 1 ? 0 : this.stream.below(n);
  }
}

/**
 * Delegates any choice with more than one option to another strategy and records its answers, which make up the run's
 * schedule.
 */
export class RecordingChoices implements Choices {
  private readonly answers: number[] = [];

  constructor(private readonly inner: Choices) {}

  choose(point: number, n: number, sources?: Int32Array, first?: number): number {
    if (n === 1) return 0;
    const answer = this.inner.choose(point, n, sources, first);
    assert(answer >= 0 && answer < n, 'the answer is one of the options');
    this.answers.push(answer);
    return answer;
  }

  /** Returns a copy of the answers recorded so far, for `ReplayChoices`. */
  values(): Int32Array {
    return Int32Array.from(this.answers);
  }
}

/**
 * Replays a recorded list of answers.
 *
 * If the list does not match the run, because it has run out or the next value is out of range for the choice, the
 * answer is 0. This happens with the shorter lists that shrinking produces. If there is a `fallback` strategy, it makes
 * all choices after the list runs out, as if the hardware could choose freely from then on.
 */
export class ReplayChoices implements Choices {
  private position = 0;

  constructor(
    private readonly values: ArrayLike<number>,
    private readonly fallback?: Choices,
  ) {}

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
    return 0;
  }
}

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

/**
 * All of the hardware's choices are made through this interface. The list of answers is the schedule, which can be
 * recorded, replayed and shrunk.
 */
export interface Choices {
  /**
   * Picks one of `n` options.
   *
   * @param point the number of the choice point, from 0 to 65,535. Each kind of decision always uses the same choice
   *   point.
   * @param n the number of options, from 1 to 32,768.
   * @param sources the identities of the options, if known. The `n` entries starting at `first` are non-negative
   *   IDs that are stable across calls. The array is valid only during the call.
   * @param first the index of the first option's source; defaults to 0.
   * @returns an integer from 0 to n - 1. If n = 1, it is 0, and no answer is consumed.
   */
  choose(point: number, n: number, sources?: Int32Array, first?: number): number;
}
