import { indexOf, UNIT, unitOf } from './context.js';
import type { EventSubject, EventSubjects } from './event-subjects.js';
import { type Coincidence, findCoincidences } from './fingerprint/coincidences.js';
import { fingerprintState } from './fingerprint/fingerprint.js';
import { predictFootprint } from './fingerprint/footprint.js';
import { type Footprint, formatWaveKey } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import { NO_QUEUE, type OrderWheel, type PendingEvent } from './kernel/index.js';
import type { Units } from './units.js';

/** An event that may occur next. */
export interface NextStep {
  /** Identifies the event within its run. */
  readonly token: number;
  /** The token of the event that scheduled it, or -1 if no event did. */
  readonly by: number;
  /** The event's name, by unit and wave. It is the same in all runs that reach the same state. */
  readonly name: string;
  /** The names of the events that are blocked only by this one. */
  readonly blockedEvents: readonly string[];
  /** The event's queue, or -1 if it has none. The events in a queue keep their order. */
  readonly queue: number;
  readonly subject: EventSubject;
  /** The subject as a number. */
  readonly number: number;
  /** The state that the event touches. */
  readonly footprint: () => Footprint;
}

/** An event that an order schedule has just scheduled, along with its delay in a timed model. */
export interface ScheduledEvent
  extends Pick<PendingEvent, 'token' | 'by' | 'minDelay' | 'freeLatency' | 'queue'> {
  /** The subject of the current event as a number (`subjectFromNumber`), or -1 before the first event. */
  readonly during: number;
}

/** The possible next events of a device with an order schedule, as needed by a search over event orders. */
export class EventOrder {
  constructor(
    private readonly units: Units,
    private readonly wheel: OrderWheel,
    private readonly subjects: EventSubjects,
  ) {
    wheel.isStale = (pending) => this.isStale(pending);
  }

  /** Called with each event as it is scheduled. */
  set onScheduled(listener: (scheduled: PendingEvent) => void) {
    this.wheel.onScheduled = listener;
  }

  /** The groups of next events that may occur in the same cycle. There are none unless the schedule allows this. */
  coincidences(): readonly Coincidence[] {
    return findCoincidences(this.wheel, this.units);
  }

  /** The next events with their footprints, in the order of the alternatives. */
  nextSteps(): readonly NextStep[] {
    assert(this.wheel.pending > 0, 'an event is pending');
    return this.wheel.nextPending.map(({ event, token, by, queue }) => ({
      ...{ token, by, queue, number: this.subjects.numberOf(event) },
      name: this.subjects.nameOf(event),
      blockedEvents: this.eventsBlockedBy(event),
      subject: this.subjects.getSubject(event),
      footprint: () => predictFootprint(this.units, event),
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
    const [, ...others] = exports.getWaitingWaves(indexOf(event));
    return others.map((wave) => `EXPORT_BUS ${formatWaveKey(wave)}`);
  }

  /** A hash of the state of the device between two events. */
  fingerprint(): string {
    return fingerprintState(this.units, this.wheel);
  }

  /**
   * Whether an event is obsolete: either it would resume a wave that no longer waits for it, or it is a formation
   * timeout, which is meaningless without time.
   */
  private isStale({ event, token }: PendingEvent): boolean {
    // Partial waves are closed when no other progress is possible, or at the end of their draw.
    if (unitOf(event) === UNIT.FORMATION_TIMEOUT) return true;
    if (unitOf(event) !== UNIT.WAVE) return false;
    const wave = this.units.records.at(indexOf(event));
    assert(token >= 0, 'every pending event was scheduled');
    return wave.resumeToken !== token || wave.isStopped;
  }
}
