import {
  type NextStep,
  newBudget,
  ORDER_STRIDE,
  runScenario,
  type ScheduledEvent,
} from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { Difference } from './difference-constraints.js';
import { type Marks, MarksTable } from './marks.js';

/** Identifies a latency choice: the nth choice at its point during events of one subject, counted as in schedule decisions. */
export interface LatencyQuestion {
  readonly point: number;
  readonly during: number;
  readonly nth: number;
}

/** An event in an order, with the time range that the knobs allow. */
export interface TracedEvent {
  readonly step: NextStep;
  /** The number of the event that scheduled it, counted from 1; 0 is the start. */
  readonly by: number;
  /** The minimum and maximum number of cycles after that event. */
  readonly min: number;
  readonly max: number;
  /** The latency choice between them, or undefined if there is none. */
  readonly question: LatencyQuestion | undefined;
  /** How many cycles each cycle of that latency delays the event. */
  readonly times: number;
  /** Whether it shares the cycle of the previous event. */
  readonly together: boolean;
}

/** The minimum time between two events and the reason for it. */
export interface EventDifference extends Difference {
  readonly why: 'min' | 'max' | 'order' | 'together';
}

/** The events of an order up to a cycle, and which of them must keep their order. */
export class OrderTrace {
  private constructor(
    readonly events: readonly TracedEvent[],
    private readonly marks: readonly Marks[],
    private readonly table: MarksTable,
  ) {}

  /** Runs a scenario whose schedule is an order, up to a cycle. */
  static of(scenario: Scenario, lastCycle: number): OrderTrace {
    const { schedule } = scenario;
    if (schedule.strategy !== 'order') throw new Error('only a schedule with an event order can be traced');
    const table = new MarksTable();
    const marks: Marks[] = [];
    const followed: { readonly step: NextStep; readonly cycle: number; readonly together: boolean }[] = [];
    const scheduled = new ScheduledEvents();
    runScenario(scenario, null, {
      budget: { ...newBudget(), cycles: lastCycle },
      onScheduled: (event) => scheduled.add(event),
      guide: (question) => {
        const steps = question.steps();
        const chosen = question.alternatives === 1 ? 0 : (schedule.choices[question.place] ?? 0);
        const answer = Math.min(chosen, question.alternatives - 1);
        const step = steps[answer % steps.length]!;
        // After the single events, each alternative shares the previous event's cycle.
        const together = answer >= steps.length;
        followed.push({ step, together, cycle: question.cycle + (together ? 0 : ORDER_STRIDE) });
        marks.push(table.fromFootprint(step.footprint()));
        return answer;
      },
    });
    const eventsInTime = followed.filter(({ cycle }) => cycle <= lastCycle);
    const numbers = new Map(eventsInTime.map(({ step }, index) => [step.token, index + 1]));
    const events = eventsInTime.map(({ step, together }, index) => ({
      ...scheduled.windowOf(step.token),
      step,
      by: numbers.get(step.by) ?? 0,
      together: index > 0 && together,
    }));
    return new OrderTrace(events, marks, table);
  }

  /**
   * Returns the constraints on event times: the knobs' ranges, and the order of events that do not commute. Time 0 is
   * the start, and time n is that of the nth event.
   *
   * @param gap cycles between two events with different causes that do not commute; 0 lets them share a cycle.
   */
  differences(gap: number): EventDifference[] {
    const all: EventDifference[] = [];
    for (const [index, { by, min, max, together }] of this.events.entries()) {
      const to = index + 1;
      all.push({ from: by, to, min, why: 'min' });
      if (max < Number.POSITIVE_INFINITY) all.push({ from: to, to: by, min: -max, why: 'max' });
      if (together) all.push({ from: to, to: to - 1, min: 0, why: 'together' });
      const ancestors = this.ancestorsOf(to);
      for (let from = 1; from < to; from++) {
        if (ancestors.has(from) || !this.mustKeepOrder(from, to)) continue;
        const cyclesBetween = together || this.isQueued(from, to) ? 0 : gap;
        all.push({ from, to, min: cyclesBetween, why: 'order' });
      }
    }
    return all;
  }

  private mustKeepOrder(from: number, to: number): boolean {
    const [earlier, later] = [this.marks[from - 1]!, this.marks[to - 1]!];
    return (
      this.isQueued(from, to) ||
      this.table.areInConflict(earlier, later) ||
      this.table.mayEnable(earlier, later)
    );
  }

  private isQueued(from: number, to: number): boolean {
    const { queue } = this.events[to - 1]!.step;
    return queue >= 0 && this.events[from - 1]!.step.queue === queue;
  }

  private ancestorsOf(number: number): ReadonlySet<number> {
    const ancestors = new Set<number>();
    for (let parent = this.events[number - 1]!.by; parent > 0; parent = this.events[parent - 1]!.by)
      ancestors.add(parent);
    return ancestors;
  }
}

/** Keeps the time ranges of scheduled events, by token. */
class ScheduledEvents {
  private readonly windows = new Map<number, Pick<TracedEvent, 'min' | 'max' | 'question' | 'times'>>();
  private readonly counts = new Map<string, number>();

  add({ token, least: min, free, during }: ScheduledEvent): void {
    const { point, span, times } = free ?? { point: -1, span: 0, times: 1 };
    const window = { min, max: min + span * times, times };
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

  windowOf(token: number): Pick<TracedEvent, 'min' | 'max' | 'question' | 'times'> {
    const window = this.windows.get(token);
    if (window === undefined) throw new Error('an event occurred that was never scheduled');
    return window;
  }
}
