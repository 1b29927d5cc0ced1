import { type Answer, CHOICE, type TimedQuestion } from '../../rtl-model/index.js';
import type { OrderTrace, TracedEvent } from './order-trace.js';

/** SIMD stride between waves, which gives each wave its own issue slots and address unit. */
const SIMD_STRIDE = 8;

/** An event and its target cycle. */
interface Target {
  readonly event: TracedEvent;
  readonly time: number;
}

/**
 * Makes a timed run's choices so that its events occur as close as possible to the requested times. Each latency is
 * chosen on demand, based on the current cycle. Choices that are not in the trace take their first alternative.
 */
export class TimedAnswers {
  private readonly targets = new Map<string, Target>();
  /** The index in the trace and the time of each event, by subject. */
  private readonly eventsBySubject = new Map<number, { readonly index: number; readonly time: number }[]>();
  private readonly questionCounts = new Map<string, number>();
  private waves = 0;

  /**
   * @param times the start time, followed by the time of each event in the trace.
   * @param spreadWaves whether to launch each wave on a different SIMD instead of the first one with room.
   */
  constructor(
    { events }: OrderTrace,
    times: readonly number[],
    private readonly spreadWaves: boolean,
  ) {
    for (const [index, event] of events.entries()) {
      const time = times[index + 1]!;
      const { question, step } = event;
      if (question !== undefined) {
        const { point, during, nth } = question;
        this.targets.set(`${point} ${during} ${nth}`, { event, time });
      }
      const subjectEvents = this.eventsBySubject.get(step.number) ?? [];
      subjectEvents.push({ index, time });
      this.eventsBySubject.set(step.number, subjectEvents);
    }
  }

  readonly answer: Answer = (question) => {
    const { point, alternatives, during, events, cycle } = question;
    if (events !== undefined) return this.findFirst(events, question);
    if (point === CHOICE.LAUNCH_SIMD && this.spreadWaves) return (SIMD_STRIDE * this.waves++) % alternatives;
    const key = `${point} ${during}`;
    const nth = (this.questionCounts.get(key) ?? 0) + 1;
    this.questionCounts.set(key, nth);
    const target = this.targets.get(`${key} ${nth}`);
    if (target === undefined) return 0;
    const { min, multiplier } = target.event;
    const latency = Math.round((target.time - cycle - min) / Math.max(1, multiplier));
    return Math.min(Math.max(0, latency), alternatives - 1);
  };

  /**
   * Returns the index of the subject whose event comes first in the trace. Each subject is represented by its event
   * closest to the current cycle.
   */
  private findFirst(subjects: readonly number[], { cycle }: TimedQuestion): number {
    let first = 0;
    let firstInTrace = Number.POSITIVE_INFINITY;
    for (const [index, subject] of subjects.entries()) {
      let nearest = Number.POSITIVE_INFINITY;
      let traceIndex = Number.POSITIVE_INFINITY;
      for (const { index: candidate, time } of this.eventsBySubject.get(subject) ?? []) {
        if (Math.abs(time - cycle) >= nearest) continue;
        nearest = Math.abs(time - cycle);
        traceIndex = candidate;
      }
      if (traceIndex >= firstInTrace) continue;
      first = index;
      firstInTrace = traceIndex;
    }
    return first;
  }
}
