import type { Footprint, NextStep, OrderQuestion } from '../../rtl-model/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';

/** Returns whether a scenario allows events at the same unit in the same cycle. */
export function allowsSameCycle({ schedule }: Scenario): boolean {
  return schedule.strategy === 'order' && schedule.together === true;
}

/** The faults that are visible only if events occur in the same cycle. */
const SAME_CYCLE_FAULTS: readonly FaultId[] = ['F48', 'F239', 'F240', 'F241', 'F245', 'F246'];

/** Returns whether a fault is visible only if events occur in the same cycle. */
export function needsSameCycle(fault: FaultId): boolean {
  return SAME_CYCLE_FAULTS.includes(fault);
}

/**
 * Presents sets of events that share a cycle as extra steps, appended after the individual events, so that a search
 * only sees states at cycle boundaries. Choosing such a step determines the answers to the calendar's next few
 * questions.
 */
export class SameCycleSteps {
  /** The tokens of the events still to come in the current cycle. */
  private remaining: readonly number[] = [];

  /**
   * Returns the answer to the calendar's question, or undefined if `choose` ends the run.
   *
   * @param choose answers the question, with these steps included.
   */
  answer(
    question: OrderQuestion,
    choose: (question: OrderQuestion) => number | undefined,
  ): number | undefined {
    const events = question.steps();
    const [next, ...remaining] = this.remaining;
    this.remaining = remaining;
    const nextIndex = events.findIndex(({ token }) => token === next);
    if (nextIndex >= 0) return events.length + nextIndex;
    const simultaneousEvents = question.simultaneousEvents();
    const answer = choose({
      ...question,
      alternatives: events.length + simultaneousEvents.length,
      steps: () => [
        ...events,
        ...simultaneousEvents.map((indices) => combineSteps(indices.map((index) => events[index]!))),
      ],
    });
    if (answer === undefined || answer < events.length) return answer;
    const [first, ...others] = simultaneousEvents[answer - events.length]!;
    this.remaining = others.map((index) => events[index]!.token);
    return first;
  }
}

function combineSteps(events: readonly NextStep[]): NextStep {
  return {
    ...events[0]!,
    name: events.map(({ name }) => name).join(' with '),
    blockedEvents: [],
    footprint: () => events.map(({ footprint }) => footprint()).reduce(mergeFootprints),
  };
}

function mergeFootprints(a: Footprint, b: Footprint): Footprint {
  return {
    reads: new Set([...a.reads, ...b.reads]),
    writes: new Set([...a.writes, ...b.writes]),
    additions: new Set([...a.additions, ...b.additions]),
    required: new Set([...a.required, ...b.required]),
  };
}
