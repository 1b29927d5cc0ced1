import { CHOICE } from '../choice-points.js';
import type { Choices } from '../kernel/index.js';

/**
 * Thrown to end a run that its guide no longer needs. A single error is shared, because thousands of runs end this way.
 */
export const RUN_ENDED = new Error('the guide ended the run');

/** Lets a guide choose the next event. Every other choice is fixed to its first alternative and recorded. */
export class GuidedChoices implements Choices {
  /** The choice points, by number, that had several alternatives and were fixed to the first. */
  readonly pinned = new Set<number>();
  /** The answers given so far to questions with several alternatives. Together they are the run's schedule. */
  readonly answers: number[] = [];

  /**
   * @param guide returns an alternative, or undefined to end the run. `position` is the answer's index in the schedule.
   */
  constructor(private readonly guide: (alternatives: number, position: number) => number | undefined) {}

  /** @throws RUN_ENDED if the guide ends the run. */
  choose(point: number, n: number): number {
    if (point === CHOICE.EVENT_ORDER) {
      const answer = this.guide(n, this.answers.length);
      if (answer === undefined) throw RUN_ENDED;
      if (n > 1) this.answers.push(answer);
      return answer;
    }
    if (n === 1) return 0;
    this.pinned.add(point);
    this.answers.push(0);
    return 0;
  }
}
