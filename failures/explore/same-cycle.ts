import type { Footprint, NextStep, OrderQuestion } from '../../rtl-model/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';

/** Whether events that meet at one unit may share a cycle. */
export function hasSameClock({ schedule }: Scenario): boolean {
  return schedule.strategy === 'order' && schedule.together === true;
}

/** Faults visible only if events share a cycle. */
const MEETING_FAULTS: readonly FaultId[] = ['F48', 'F239', 'F240', 'F241', 'F245', 'F246'];

/** Whether a fault is visible only if events share a cycle. */
export function needsSameClock(fault: FaultId): boolean {
  return MEETING_FAULTS.includes(fault);
}

/**
 * Offers events of one cycle as one step, after the single events, so that a search's states are between cycles. An
 * answer with such a step makes several of the calendar's choices.
 */
export class SameCycleSteps {
  /** Tokens of the events still to come in this cycle. */
  private rest: readonly number[] = [];

  /**
   * The calendar's choice for a question; undefined if `take` ends the run.
   *
   * @param take answers the question with these steps included.
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
    blockedEvents: [],
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
