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

/** A latency choice: the nth at its point during events of one subject, counted as in schedule decisions. */
export interface LatencyQuestion {
  readonly point: number;
  readonly during: number;
  readonly nth: number;
}

/** An event of an order, with its time range from the knobs. */
export interface TracedEvent {
  readonly step: NextStep;
  /** Index of the event that scheduled it, from 1; 0 is the start. */
  readonly by: number;
  /** Minimum and maximum number of cycles after that event. */
  readonly least: number;
  readonly most: number;
  /** The latency that decides between them; undefined if there is none. */
  readonly question: LatencyQuestion | undefined;
  /** Event cycles per cycle of that latency. */
  readonly times: number;
  /** Whether it shares the previous event's cycle. */
  readonly together: boolean;
}

/** How long after another an event must occur, and why. */
export interface EventDifference extends Difference {
  readonly why: 'least' | 'most' | 'order' | 'together';
}

/** The events of an order up to a cycle, and which of them cannot be swapped. */
export class OrderTrace {
  private constructor(
    readonly events: readonly TracedEvent[],
    private readonly marks: readonly Marks[],
    private readonly table: MarksTable,
  ) {}

  /** Runs a scenario scheduled by an order, up to a cycle. */
  static of(scenario: Scenario, lastCycle: number): OrderTrace {
    const { schedule } = scenario;
    if (schedule.strategy !== 'order') throw new Error('only an order of events is traced');
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
    const places = new Map(eventsInTime.map(({ step }, place) => [step.token, place + 1]));
    const events = eventsInTime.map(({ step, together }, place) => ({
      ...scheduled.windowOf(step.token),
      step,
      by: places.get(step.by) ?? 0,
      together: place > 0 && together,
    }));
    return new OrderTrace(events, marks, table);
  }

  /**
   * Constraints on the events' times: the knobs' ranges, and the order of events that do not commute. Time 0 is the start, and
   * time n is that of the nth event.
   *
   * @param gap cycles between two events of different causes that do not commute; with 0 they may share a cycle.
   */
  differences(gap: number): EventDifference[] {
    const all: EventDifference[] = [];
    for (const [index, { by, least, most, together }] of this.events.entries()) {
      const to = index + 1;
      all.push({ from: by, to, least, why: 'least' });
      if (most < Number.POSITIVE_INFINITY) all.push({ from: to, to: by, least: -most, why: 'most' });
      if (together) all.push({ from: to, to: to - 1, least: 0, why: 'together' });
      const ancestors = this.ancestorsOf(to);
      for (let from = 1; from < to; from++) {
        if (ancestors.has(from) || !this.mustKeepOrder(from, to)) continue;
        const cyclesBetween = together || this.isQueued(from, to) ? 0 : gap;
        all.push({ from, to, least: cyclesBetween, why: 'order' });
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

  private ancestorsOf(place: number): ReadonlySet<number> {
    const ancestors = new Set<number>();
    for (let at = this.events[place - 1]!.by; at > 0; at = this.events[at - 1]!.by) ancestors.add(at);
    return ancestors;
  }
}

/** The time ranges of scheduled events, by token. */
class ScheduledEvents {
  private readonly windows = new Map<number, Pick<TracedEvent, 'least' | 'most' | 'question' | 'times'>>();
  private readonly counts = new Map<string, number>();

  add({ token, least, free, during }: ScheduledEvent): void {
    const { point, span, times } = free ?? { point: -1, span: 0, times: 1 };
    const window = { least, most: least + span * times, times };
    // A range of one value leaves no choice.
    if (point < 0 || span === 0) {
      this.windows.set(token, { ...window, question: undefined });
      return;
    }
    const key = `${point} ${during}`;
    const nth = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, nth);
    this.windows.set(token, { ...window, question: { point, during, nth } });
  }

  windowOf(token: number): Pick<TracedEvent, 'least' | 'most' | 'question' | 'times'> {
    const window = this.windows.get(token);
    if (window === undefined) throw new Error('an event that occurs was scheduled');
    return window;
  }
}
