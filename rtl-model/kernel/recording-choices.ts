import type { Choices } from './choices.js';

const INITIAL_CAPACITY = 1024;

/** Passes every question on to another strategy and keeps the answers: the schedule of the run. */
export class RecordingChoices implements Choices {
  private points = new Uint16Array(INITIAL_CAPACITY);
  private answers = new Int32Array(INITIAL_CAPACITY);
  private count = 0;

  constructor(private readonly inner: Choices) {}

  /** How many answers are recorded; questions with one alternative are none. */
  get length(): number {
    return this.count;
  }

  choose(point: number, n: number, sources?: Int32Array, first?: number): number {
    if (n === 1) return 0;
    const answer = this.inner.choose(point, n, sources, first);
    if (this.count === this.answers.length) this.grow();
    this.points[this.count] = point;
    this.answers[this.count] = answer;
    this.count++;
    return answer;
  }

  /** The answers so far, as a copy; `ReplayChoices` repeats them. */
  values(): Int32Array {
    return this.answers.slice(0, this.count);
  }

  /** The choice point of each answer, as a copy. */
  pointsAsked(): Uint16Array {
    return this.points.slice(0, this.count);
  }

  /** Forgets the recording and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  private grow(): void {
    const points = new Uint16Array(2 * this.count);
    points.set(this.points);
    this.points = points;
    const answers = new Int32Array(2 * this.count);
    answers.set(this.answers);
    this.answers = answers;
  }
}
