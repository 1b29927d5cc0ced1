import type { Footprint, NextStep, OrderQuestion } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** Whether exits of one packer may arrive in one cycle. */
export function hasSameClock({ schedule }: Scenario): boolean {
  return schedule.strategy === 'order' && schedule.together === true;
}

/**
 * Offers two events of one cycle as one step, after the single events: for a search, a state then lies between two cycles. An answer
 * with such a step is two of the calendar's choices.
 */
export class SameCycleSteps {
  private second: NextStep | undefined;

  /**
   * The calendar's choice for a question.
   *
   * @param take answers the question with the pairs among its steps.
   */
  answer(question: OrderQuestion, take: (question: OrderQuestion) => number | undefined): number | undefined {
    const { second } = this;
    this.second = undefined;
    const events = question.steps();
    if (second !== undefined) return events.length + events.findIndex(({ token }) => token === second.token);
    const pairs = question.coincidences();
    const answer = take({
      ...question,
      alternatives: events.length + pairs.length,
      steps: () => [...events, ...pairs.map((pair) => stepOfBoth(events[pair.first]!, events[pair.second]!))],
    });
    if (answer === undefined || answer < events.length) return answer;
    const pair = pairs[answer - events.length]!;
    this.second = events[pair.second];
    return pair.first;
  }
}

/** Both events as one step. */
function stepOfBoth(first: NextStep, second: NextStep): NextStep {
  return {
    ...first,
    name: `${first.name} with ${second.name}`,
    heldUp: [],
    footprint: () => unionOf(first.footprint(), second.footprint()),
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
