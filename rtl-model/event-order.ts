import { getReceiver, indexOf, UNIT } from './context.js';
import type { EventSubject, EventSubjects } from './event-subjects.js';
import { type EventGroup, findSimultaneousGroups } from './fingerprint/coincidences.js';
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
  /** The token of the event that scheduled this one, or -1 if no event did. */
  readonly by: number;
  /** The event's name, based on its unit and wave. It is the same in all runs that reach the same state. */
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
  extends Pick<PendingEvent, 'token' | 'cause' | 'minDelay' | 'freeLatency' | 'queue'> {
  /** The subject of the current event as a number (`subjectFromNumber`), or -1 before the first event. */
  readonly during: number;
}

/** The possible next events of a device with an order schedule, for searching over event orders. */
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

  /** Returns the groups of next events that may occur in the same cycle, if the schedule allows any. */
  coincidences(): readonly EventGroup[] {
    return findSimultaneousGroups(this.wheel, this.units);
  }

  /** Returns the next events with their footprints, in the order of the alternatives. */
  getNextSteps(): readonly NextStep[] {
    assert(this.wheel.pending > 0, 'an event is pending');
    return this.wheel.nextPending.map(({ event, token, cause, queue }) => ({
      ...{ token, by: cause, queue, number: this.subjects.getNumber(event) },
      name: this.subjects.getName(event),
      blockedEvents: this.findBlockedEvents(event),
      subject: this.subjects.getSubject(event),
      footprint: () => predictFootprint(this.units, event),
    }));
  }

  /** Returns all pending events. Their names are the same in all runs that reach the same state. */
  getPendingEvents(): readonly { readonly token: number; readonly name: string }[] {
    const positions = new Map<number, number>();
    return this.wheel.allPending.map(({ token, event, queue }) => {
      const position = positions.get(queue) ?? 0;
      if (queue !== NO_QUEUE) positions.set(queue, position + 1);
      return { token, name: `${this.subjects.getName(event)} ${position}` };
    });
  }

  private findBlockedEvents(event: number): readonly string[] {
    const { exports } = this.units;
    if (getReceiver(event) !== UNIT.EXPORT_BUS || exports.nextGranted(indexOf(event)) === undefined)
      return [];
    const [, ...others] = exports.getWaitingWaves(indexOf(event));
    return others.map((wave) => `EXPORT_BUS ${formatWaveKey(wave)}`);
  }

  /** Returns a hash of the device's state between two events. */
  fingerprint(): string {
    return fingerprintState(this.units, this.wheel);
  }

  /**
   * Returns whether an event is obsolete: either it would resume a wave that no longer waits for it, or it is a
   * formation timeout, which is meaningless without time.
   */
  private isStale({ event, token }: PendingEvent): boolean {
    // Partial waves are closed when no other progress is possible, or at the end of their draw.
    if (getReceiver(event) === UNIT.FORMATION_TIMEOUT) return true;
    if (getReceiver(event) !== UNIT.WAVE) return false;
    const wave = this.units.records.at(indexOf(event));
    assert(token >= 0, 'every pending event was scheduled');
    return wave.resumeToken !== token || wave.isStopped;
  }
}
