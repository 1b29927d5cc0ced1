import {
  makeDefaultBudget,
  type NextStep,
  ORDER_STRIDE,
  runScenario,
  type ScheduledEvent,
} from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { Difference } from './difference-constraints.js';
import { type Marks, MarksTable } from './marks.js';

/**
 * Identifies a latency choice by its choice point, the subject whose event makes the choice, and a count of how often
 * that has happened, as in schedule decisions.
 */
interface LatencyQuestion {
  readonly point: number;
  readonly during: number;
  readonly nth: number;
}

/** An event in an order, with the range of times at which the knobs allow it to occur. */
export interface TracedEvent {
  readonly step: NextStep;
  /** The 1-based number of the event that scheduled this one, or 0 for the start. */
  readonly cause: number;
  /** The minimum number of cycles after that event. */
  readonly min: number;
  /** The maximum number of cycles after that event. */
  readonly max: number;
  /** The latency choice that picks a delay from this range, or undefined if there is none. */
  readonly question: LatencyQuestion | undefined;
  /** The factor that the latency is multiplied by to get the event's delay, apart from its minimum. */
  readonly multiplier: number;
  /** Whether the event occurs in the same cycle as the previous event. */
  readonly sameCycle: boolean;
}

/** The minimum time between two events and the reason for it. */
export interface EventDifference extends Difference {
  readonly reason: 'min' | 'max' | 'order' | 'together';
}

/** The events in an order up to a given cycle. Determines which of them must keep their order. */
export class OrderTrace {
  private constructor(
    readonly events: readonly TracedEvent[],
    private readonly marks: readonly Marks[],
    private readonly table: MarksTable,
  ) {}

  /** Runs a scenario that has an event order, stopping after `lastCycle`. */
  static record(scenario: Scenario, lastCycle: number): OrderTrace {
    const { schedule } = scenario;
    if (schedule.strategy !== 'order') throw new Error('only a schedule with an event order can be traced');
    const table = new MarksTable();
    const marks: Marks[] = [];
    const recorded: { readonly step: NextStep; readonly cycle: number; readonly sameCycle: boolean }[] = [];
    const scheduled = new ScheduledEvents();
    runScenario(scenario, null, {
      budget: { ...makeDefaultBudget(), cycles: lastCycle },
      onScheduled: (event) => scheduled.add(event),
      guide: (question) => {
        const steps = question.steps();
        const chosen = question.alternatives === 1 ? 0 : (schedule.choices[question.answerPosition] ?? 0);
        const answer = Math.min(chosen, question.alternatives - 1);
        const step = steps[answer % steps.length]!;
        // The second half of the alternatives are the same events again, but occurring in the previous event's cycle.
        const sameCycle = answer >= steps.length;
        recorded.push({ step, sameCycle, cycle: question.cycle + (sameCycle ? 0 : ORDER_STRIDE) });
        marks.push(table.fromFootprint(step.footprint()));
        return answer;
      },
    });
    const reachedEvents = recorded.filter(({ cycle }) => cycle <= lastCycle);
    const eventNumbers = new Map(reachedEvents.map(({ step }, index) => [step.token, index + 1]));
    const events = reachedEvents.map(({ step, sameCycle }, index) => ({
      ...scheduled.getWindow(step.token),
      step,
      cause: eventNumbers.get(step.by) ?? 0,
      sameCycle: index > 0 && sameCycle,
    }));
    return new OrderTrace(events, marks, table);
  }

  /**
   * Returns the constraints on event times: the knobs' ranges, and the order of events that do not commute. Time 0 is
   * the start, and time n is that of the nth event.
   *
   * @param gap minimum number of cycles between two non-commuting events with different causes. 0 lets them share a
   *   cycle.
   */
  getDifferences(gap: number): EventDifference[] {
    const differences: EventDifference[] = [];
    for (const [index, { cause, min, max, sameCycle }] of this.events.entries()) {
      const to = index + 1;
      differences.push({ from: cause, to, min, reason: 'min' });
      if (max < Number.POSITIVE_INFINITY) differences.push({ from: to, to: cause, min: -max, reason: 'max' });
      if (sameCycle) differences.push({ from: to, to: to - 1, min: 0, reason: 'together' });
      const ancestors = this.findAncestors(to);
      for (let from = 1; from < to; from++) {
        if (ancestors.has(from) || !this.mustKeepOrder(from, to)) continue;
        const cyclesBetween = sameCycle || this.isQueued(from, to) ? 0 : gap;
        differences.push({ from, to, min: cyclesBetween, reason: 'order' });
      }
    }
    return differences;
  }

  private mustKeepOrder(from: number, to: number): boolean {
    const [earlier, later] = [this.marks[from - 1]!, this.marks[to - 1]!];
    return (
      this.isQueued(from, to) ||
      this.table.mayConflict(earlier, later) ||
      this.table.mayEnable(earlier, later)
    );
  }

  private isQueued(from: number, to: number): boolean {
    const { queue } = this.events[to - 1]!.step;
    return queue >= 0 && this.events[from - 1]!.step.queue === queue;
  }

  private findAncestors(number: number): ReadonlySet<number> {
    const ancestors = new Set<number>();
    for (let parent = this.events[number - 1]!.cause; parent > 0; parent = this.events[parent - 1]!.cause)
      ancestors.add(parent);
    return ancestors;
  }
}

/** Records the time ranges of scheduled events, by token. */
class ScheduledEvents {
  private readonly windows = new Map<number, Pick<TracedEvent, 'min' | 'max' | 'question' | 'multiplier'>>();
  private readonly counts = new Map<string, number>();

  add({ token, minDelay: min, freeLatency, during }: ScheduledEvent): void {
    const { point, span, times } = freeLatency ?? { point: -1, span: 0, times: 1 };
    const window = { min, max: min + span * times, multiplier: times };
    // A range with a single value leaves no choice.
    if (point < 0 || span === 0) {
      this.windows.set(token, { ...window, question: undefined });
      return;
    }
    const key = `${point} ${during}`;
    const nth = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, nth);
    this.windows.set(token, { ...window, question: { point, during, nth } });
  }

  getWindow(token: number): Pick<TracedEvent, 'min' | 'max' | 'question' | 'multiplier'> {
    const window = this.windows.get(token);
    if (window === undefined) throw new Error('an event occurred that was never scheduled');
    return window;
  }
}
