import { indexOf, UNIT, unitOf } from './context.js';
import { type EventSubject, type EventSubjects, waveName } from './event-subjects.js';
import { type Coincidence, coincidencesOf } from './fingerprint/coincidences.js';
import { fingerprintOf } from './fingerprint/fingerprint.js';
import { footprintOf } from './fingerprint/footprint.js';
import type { Footprint } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import { NO_QUEUE, type OrderWheel, type PendingEvent } from './kernel/index.js';
import type { Units } from './units.js';

/** An event that may occur next. */
export interface NextStep {
  /** Identifies the event within its run. */
  readonly token: number;
  /** Token of the event that scheduled it, or -1 if there is none. */
  readonly by: number;
  /** The event's name, by unit and wave. It is the same in all runs that reach the same state. */
  readonly name: string;
  /** Names of the events that only this one blocks. */
  readonly blockedEvents: readonly string[];
  /** The event's queue, or -1 if it has none. Events in one queue keep their order. */
  readonly queue: number;
  readonly subject: EventSubject;
  /** The subject as a number. */
  readonly number: number;
  /** The state that the event touches. */
  readonly footprint: () => Footprint;
}

/** An event that an order schedule has just scheduled, with the delay it would have in a timed model. */
export interface ScheduledEvent extends Pick<PendingEvent, 'token' | 'by' | 'least' | 'free' | 'queue'> {
  /** Subject of the current event as a number (`subjectOfNumber`), or -1 before the first event. */
  readonly during: number;
}

/** The possible next events of a device with an order schedule, for a search over event orders. */
export class EventOrder {
  constructor(
    private readonly units: Units,
    private readonly wheel: OrderWheel,
    private readonly subjects: EventSubjects,
  ) {
    wheel.isStale = (pending) => this.isStale(pending);
  }

  /** Receives each event as it is scheduled. */
  set onScheduled(listener: (scheduled: PendingEvent) => void) {
    this.wheel.onScheduled = listener;
  }

  /** Groups of next events that may occur in the same cycle. There are none unless the schedule allows it. */
  coincidences(): readonly Coincidence[] {
    return coincidencesOf(this.wheel, this.units);
  }

  /** The next events with their footprints, in the order of the alternatives. */
  nextSteps(): readonly NextStep[] {
    assert(this.wheel.pending > 0, 'an event is pending');
    return this.wheel.nextPending.map(({ event, token, by, queue }) => ({
      ...{ token, by, queue, number: this.subjects.numberOf(event) },
      name: this.subjects.nameOf(event),
      blockedEvents: this.eventsBlockedBy(event),
      subject: this.subjects.of(event),
      footprint: () => footprintOf(this.units, event),
    }));
  }

  /** All pending events. Their names are the same in all runs that reach the same state. */
  pendingEvents(): readonly { readonly token: number; readonly name: string }[] {
    const before = new Map<number, number>();
    return this.wheel.all.map(({ token, event, queue }) => {
      const position = before.get(queue) ?? 0;
      if (queue !== NO_QUEUE) before.set(queue, position + 1);
      return { token, name: `${this.subjects.nameOf(event)} ${position}` };
    });
  }

  private eventsBlockedBy(event: number): readonly string[] {
    const { exports } = this.units;
    if (unitOf(event) !== UNIT.EXPORT_BUS || exports.nextGranted(indexOf(event)) === undefined) return [];
    const [, ...others] = exports.wavesWaiting(indexOf(event));
    return others.map((wave) => `EXPORT_BUS ${waveName(wave)}`);
  }

  /** A hash of the device state between two events. */
  fingerprint(): string {
    return fingerprintOf(this.units, this.wheel);
  }

  /**
   * Whether an event is obsolete: either it would resume a wave that no longer waits for it, or it is a
   * formation timeout, which has no meaning in an order without time.
   */
  private isStale({ event, token }: PendingEvent): boolean {
    // Partial waves close when nothing else can move, or at the end of their draw.
    if (unitOf(event) === UNIT.FORMATION_TIMEOUT) return true;
    if (unitOf(event) !== UNIT.WAVE) return false;
    const wave = this.units.records.at(indexOf(event));
    assert(token >= 0, 'every pending event was scheduled');
    return wave.resumeToken !== token || wave.isResting;
  }
}
