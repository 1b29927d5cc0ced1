import { type Answer, CHOICE, type TimedQuestion } from '../../rtl-model/index.js';
import type { OrderTrace, TracedEvent } from './order-trace.js';

/** Distance between waves in SIMDs, so that each has its own issue slots and address unit. */
const SIMDS_APART = 8;

/** An event and its target cycle. */
interface Aim {
  readonly event: TracedEvent;
  readonly time: number;
}

/**
 * Makes a timed run's choices so that its events occur as close as possible to given times. Each latency is chosen on
 * request, from the current cycle. Choices not in the trace take their first alternative.
 */
export class TimedAnswers {
  private readonly aims = new Map<string, Aim>();
  /** Places and times of each subject's events. */
  private readonly bySubject = new Map<number, { readonly place: number; readonly time: number }[]>();
  private readonly questionCounts = new Map<string, number>();
  private launches = 0;

  /**
   * @param times the start's time, then that of each event of the trace.
   * @param isSpread gives each wave its own SIMD instead of the first with room.
   */
  constructor(
    { events }: OrderTrace,
    times: readonly number[],
    private readonly isSpread: boolean,
  ) {
    for (const [place, event] of events.entries()) {
      const time = times[place + 1]!;
      const { question, step } = event;
      if (question !== undefined) {
        const { point, during, nth } = question;
        this.aims.set(`${point} ${during} ${nth}`, { event, time });
      }
      const places = this.bySubject.get(step.number) ?? [];
      places.push({ place, time });
      this.bySubject.set(step.number, places);
    }
  }

  readonly answer: Answer = (question) => {
    const { point, alternatives, during, events, cycle } = question;
    if (events !== undefined) return this.firstOf(events, question);
    if (point === CHOICE.LAUNCH_SIMD && this.isSpread) return (SIMDS_APART * this.launches++) % alternatives;
    const key = `${point} ${during}`;
    const nth = (this.questionCounts.get(key) ?? 0) + 1;
    this.questionCounts.set(key, nth);
    const aim = this.aims.get(`${key} ${nth}`);
    if (aim === undefined) return 0;
    const { least, times } = aim.event;
    const latency = Math.round((aim.time - cycle - least) / Math.max(1, times));
    return Math.min(Math.max(0, latency), alternatives - 1);
  };

  /**
   * Which of several events in one cycle comes first in the trace. Each is matched with its subject's event due nearest
   * to the current cycle.
   */
  private firstOf(subjects: readonly number[], { cycle }: TimedQuestion): number {
    let first = 0;
    let firstPlace = Number.POSITIVE_INFINITY;
    for (const [index, subject] of subjects.entries()) {
      let nearest = Number.POSITIVE_INFINITY;
      let placed = Number.POSITIVE_INFINITY;
      for (const { place, time } of this.bySubject.get(subject) ?? []) {
        if (Math.abs(time - cycle) >= nearest) continue;
        nearest = Math.abs(time - cycle);
        placed = place;
      }
      if (placed >= firstPlace) continue;
      first = index;
      firstPlace = placed;
    }
    return first;
  }
}
