import type { ScheduleDecision } from '../transactions/index.js';
import { CHOICE } from './choice-points.js';
import { assert } from './kernel/assert.js';
import type { Choices } from './kernel/index.js';

/** The subject of choices that are not made during an event. */
const NO_SUBJECT = -1;
/** Wildcard for the subject or the occurrence in a key. */
const ANY = '*';

/**
 * Counts how many times each question has been asked in a run. A question is the combination of a choice point and a
 * subject.
 */
class ChoiceCounter {
  private readonly counts = new Map<string, number>();

  /** Counts a question, and returns how many times it has been asked, including this time. */
  count(point: number, subject: number): number {
    const key = `${point} ${subject}`;
    const nth = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, nth);
    return nth;
  }
}

/**
 * Looks up the subjects of choices in a running device. A subject is a number that identifies a unit and, where
 * applicable, a wave.
 */
export interface Subjects {
  /** Returns the subject of the current event, or undefined before the first event. */
  readonly current: () => number | undefined;
  /** Returns the subject of an event. */
  readonly forEvent: (event: number) => number;
}

/**
 * Makes the listed decisions, and takes the first alternative everywhere else. A decision is identified by its point,
 * subject and occurrence, so removing one does not affect the others. For example, `{ point: MESSAGE_LATENCY, subject:
 * …, nth: 1, take: 3 }` makes a wave's first exit message take three cycles longer than the minimum.
 */
export class DecisionChoices implements Choices {
  private readonly questions = new ChoiceCounter();
  private readonly alternatives = new Map<string, number>();

  constructor(
    decisions: readonly ScheduleDecision[],
    private readonly subjects: Subjects,
  ) {
    for (const { point, subject, nth, take } of decisions) {
      assert(take >= 0, "a decision's alternative index is not negative");
      this.alternatives.set(makeDecisionKey(point, subject, nth), take);
    }
  }

  choose(point: number, n: number, sources?: Int32Array, first = 0): number {
    if (n === 1) return 0;
    if (point === CHOICE.EVENT_ORDER && sources !== undefined)
      return this.chooseFirstEvent(n, sources, first);
    const take = this.lookUp(point, this.subjects.current() ?? NO_SUBJECT) ?? 0;
    return Math.min(take, n - 1);
  }

  private chooseFirstEvent(n: number, sources: Int32Array, first: number): number {
    let chosen = 0;
    let hasChosen = false;
    for (let index = 0; index < n; index++) {
      const take = this.lookUp(CHOICE.EVENT_ORDER, this.subjects.forEvent(sources[first + index]));
      if (take === undefined || hasChosen) continue;
      hasChosen = true;
      chosen = index;
    }
    return chosen;
  }

  private lookUp(point: number, subject: number): number | undefined {
    const nth = this.questions.count(point, subject);
    const { alternatives } = this;
    return (
      alternatives.get(makeDecisionKey(point, subject, nth)) ??
      alternatives.get(makeDecisionKey(point, subject, undefined)) ??
      alternatives.get(makeDecisionKey(point, undefined, undefined))
    );
  }
}

/** Expresses the choices of a run as decisions that `DecisionChoices` can replay. */
export class DecisionRecorder {
  private readonly questions = new ChoiceCounter();

  constructor(private readonly subjects: Subjects) {}

  /** Returns the decision, or undefined for the first alternative, which is the default. */
  toDecision(point: number, n: number, answer: number, sources: Int32Array | undefined, first: number) {
    if (point !== CHOICE.EVENT_ORDER || sources === undefined) {
      const subject = this.subjects.current() ?? NO_SUBJECT;
      const nth = this.questions.count(point, subject);
      return answer === 0 ? undefined : { point, subject, nth, take: answer };
    }
    let decision: ScheduleDecision | undefined;
    for (let index = 0; index < n; index++) {
      const subject = this.subjects.forEvent(sources[first + index]);
      const nth = this.questions.count(point, subject);
      if (index === answer && answer !== 0) decision = { point, subject, nth, take: 1 };
    }
    return decision;
  }
}

function makeDecisionKey(point: number, subject: number | undefined, nth: number | undefined): string {
  return `${point} ${subject ?? ANY} ${nth ?? ANY}`;
}
