import type { Footprint, NextStep, OrderQuestion } from '../../rtl-model/index.js';
import type { FaultId, Scenario } from '../../transactions/index.js';

/** Returns whether events that reach the same unit may share a cycle. */
export function hasSameClock({ schedule }: Scenario): boolean {
  return schedule.strategy === 'order' && schedule.together === true;
}

/** The faults that are visible only if events share a cycle. */
const SAME_CYCLE_FAULTS: readonly FaultId[] = ['F48', 'F239', 'F240', 'F241', 'F245', 'F246'];

/** Returns whether a fault is visible only if events share a cycle. */
export function needsSameClock(fault: FaultId): boolean {
  return SAME_CYCLE_FAULTS.includes(fault);
}

/**
 * Offers several events in one cycle as a single step, listed after the single events, so that a search only sees
 * states between cycles. Choosing such a step answers several of the calendar's questions.
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
    const coincidences = question.coincidences();
    const answer = choose({
      ...question,
      alternatives: events.length + coincidences.length,
      steps: () => [
        ...events,
        ...coincidences.map((indices) => combineSteps(indices.map((index) => events[index]!))),
      ],
    });
    if (answer === undefined || answer < events.length) return answer;
    const [first, ...others] = coincidences[answer - events.length]!;
    this.remaining = others.map((index) => events[index]!.token);
    return first;
  }
}

/** Combines the given events into one step. */
function combineSteps(events: readonly NextStep[]): NextStep {
  return {
    ...events[0]!,
    name: events.map(({ name }) => name).join(' with '),
    blockedEvents: [],
    footprint: () => events.map(({ footprint }) => footprint()).reduce(uniteFootprints),
  };
}

function uniteFootprints(a: Footprint, b: Footprint): Footprint {
  return {
    reads: new Set([...a.reads, ...b.reads]),
    writes: new Set([...a.writes, ...b.writes]),
    additions: new Set([...a.additions, ...b.additions]),
    required: new Set([...a.required, ...b.required]),
  };
}
