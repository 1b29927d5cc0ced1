import { CHOICE } from '../choice-points.js';
import type { Choices } from '../kernel/index.js';

/** Thrown to end a run of which its guide needs no more; one object for all, since thousands of runs end this way. */
export const RUN_ENDED = new Error('the guide ended the run');

/** Lets a guide say which event comes next; every other choice is pinned to its first alternative, and noted. */
export class GuidedChoices implements Choices {
  /** Numbers of the choice points that had other alternatives. */
  readonly pinned = new Set<number>();
  /** Answers so far, of questions with several alternatives: the schedule of the run. */
  readonly answers: number[] = [];

  /** @param guide answers with an alternative, or undefined to end the run; `place` is where the schedule has the answer. */
  constructor(private readonly guide: (alternatives: number, place: number) => number | undefined) {}

  /** @throws RUN_ENDED when the guide says so. */
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
