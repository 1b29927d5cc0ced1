import { indexOf, UNIT, unitOf } from './context.js';
import { type EventSubject, type EventSubjects, waveName } from './event-subjects.js';
import { type Coincidence, coincidencesOf } from './fingerprint/coincidences.js';
import { fingerprintOf } from './fingerprint/fingerprint.js';
import { footprintOf } from './fingerprint/footprint.js';
import type { Footprint } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import { NO_QUEUE, type OrderWheel, type PendingEvent } from './kernel/index.js';
import type { Units } from './units.js';

/** A possible next event. */
export interface NextStep {
  /** Identifies it within its run. */
  readonly token: number;
  /** Token of the event that scheduled it, -1 if none. */
  readonly by: number;
  /** Name by unit and wave, equal in all runs that reach the same state. */
  readonly name: string;
  /** Names of the events that only this one blocks. */
  readonly blockedEvents: readonly string[];
  /** Events in one queue keep their order; -1 if in no queue. */
  readonly queue: number;
  readonly subject: EventSubject;
  /** The subject as a number. */
  readonly number: number;
  /** The state it touches. */
  readonly footprint: () => Footprint;
}

/** A newly scheduled event of an order schedule, with its delay in a timed model. */
export interface ScheduledEvent extends Pick<PendingEvent, 'token' | 'by' | 'least' | 'free' | 'queue'> {
  /** Subject of the current event as a number (`subjectOfNumber`), -1 before the first one. */
  readonly during: number;
}

/** The possible next events of a device with an order schedule, for a search over orders. */
export class EventOrder {
  constructor(
    private readonly units: Units,
    private readonly wheel: OrderWheel,
    private readonly subjects: EventSubjects,
  ) {
    wheel.isStale = (pending) => this.isStale(pending);
  }

  /** Receives each scheduled event. */
  set onScheduled(listener: (scheduled: PendingEvent) => void) {
    this.wheel.onScheduled = listener;
  }

  /** Next events that may occur in one cycle; none unless the schedule allows it. */
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

  /** All pending events, with names that are equal in all runs that reach the same state. */
  pendingEvents(): readonly { readonly token: number; readonly name: string }[] {
    const before = new Map<number, number>();
    return this.wheel.all.map(({ token, event, queue }) => {
      const place = before.get(queue) ?? 0;
      if (queue !== NO_QUEUE) before.set(queue, place + 1);
      return { token, name: `${this.subjects.nameOf(event)} ${place}` };
    });
  }

  private eventsBlockedBy(event: number): readonly string[] {
    const { exports } = this.units;
    if (unitOf(event) !== UNIT.EXPORT_BUS || exports.nextGranted(indexOf(event)) === undefined) return [];
    const [, ...others] = exports.wavesWaiting(indexOf(event));
    return others.map((wave) => `EXPORT_BUS ${waveName(wave)}`);
  }

  /** Hash of the device state between two events. */
  fingerprint(): string {
    return fingerprintOf(this.units, this.wheel);
  }

  /** Whether an event would run a wave that no longer awaits it, or is a formation timeout, since orders have no time. */
  private isStale({ event, token }: PendingEvent): boolean {
    // Partial waves close when nothing else can move, or at the end of their draw.
    if (unitOf(event) === UNIT.FORMATION_TIMEOUT) return true;
    if (unitOf(event) !== UNIT.WAVE) return false;
    const wave = this.units.records.at(indexOf(event));
    assert(token >= 0, 'every pending event was scheduled');
    return wave.resumeToken !== token || wave.rests;
  }
}
