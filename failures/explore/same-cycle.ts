import type { Footprint, NextStep, OrderQuestion } from '../../rtl-model/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';

/** Whether events that meet at one unit may come in one cycle. */
export function hasSameClock({ schedule }: Scenario): boolean {
  return schedule.strategy === 'order' && schedule.together === true;
}

/** Faults that show only where events come in one cycle. */
const MEETING_FAULTS: readonly FaultId[] = ['F48', 'F239', 'F240', 'F241', 'F245', 'F246'];

/** Whether a fault shows only where events come in one cycle. */
export function needsSameClock(fault: FaultId): boolean {
  return MEETING_FAULTS.includes(fault);
}

/**
 * Offers events of one cycle as one step, after the single events: for a search, a state then lies between two cycles. An answer
 * with such a step is two of the calendar's choices or more.
 */
export class SameCycleSteps {
  /** Tokens of the events that still come in this cycle. */
  private rest: readonly number[] = [];

  /**
   * The calendar's choice for a question.
   *
   * @param take answers the question with those among its steps.
   */
  answer(question: OrderQuestion, take: (question: OrderQuestion) => number | undefined): number | undefined {
    const events = question.steps();
    const [next, ...rest] = this.rest;
    this.rest = rest;
    const together = events.findIndex(({ token }) => token === next);
    if (together >= 0) return events.length + together;
    const meetings = question.coincidences();
    const answer = take({
      ...question,
      alternatives: events.length + meetings.length,
      steps: () => [...events, ...meetings.map((places) => stepOf(places.map((place) => events[place]!)))],
    });
    if (answer === undefined || answer < events.length) return answer;
    const [first, ...others] = meetings[answer - events.length]!;
    this.rest = others.map((place) => events[place]!.token);
    return first;
  }
}

/** All these events as one step. */
function stepOf(events: readonly NextStep[]): NextStep {
  return {
    ...events[0]!,
    name: events.map(({ name }) => name).join(' with '),
    heldUp: [],
    footprint: () => events.map(({ footprint }) => footprint()).reduce(unionOf),
  };
}

function unionOf(one: Footprint, other: Footprint): Footprint {
  return {
    reads: new Set([...one.reads, ...other.reads]),
    writes: new Set([...one.writes, ...other.writes]),
    adds: new Set([...one.adds, ...other.adds]),
    needs: new Set([...one.needs, ...other.needs]),
  };
}
