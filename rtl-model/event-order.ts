import { getReceiver, indexOf, makeEvent, UNIT, type UnitName } from './context.js';
import { type EventGroup, findSimultaneousGroups } from './fingerprint/coincidences.js';
import { fingerprintState, RECORD_UNITS } from './fingerprint/fingerprint.js';
import { predictFootprint } from './fingerprint/footprint.js';
import { type Footprint, formatWaveKey } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import { NO_QUEUE, type OrderWheel, type PendingEvent } from './kernel/index.js';
import type { Units } from './units.js';

/** The wave or unit that an event targets, as seen by code that interprets choices. */
export interface EventSubject {
  readonly unit: UnitName;
  /** The wave's number; absent if the event does not target a wave. */
  readonly wave?: number;
  /** The number of the packer, instruction cache or other unit, if the event does not target a wave. */
  readonly index: number;
}

const UNIT_NAMES = Object.keys(UNIT) as UnitName[];

const WAVE_UNITS: ReadonlySet<number> = new Set([...RECORD_UNITS, UNIT.PERFORM, UNIT.RETURN]);

/** Returns the subject with the given number in a schedule, or undefined if the decision was made outside any event. */
export function subjectFromNumber(number: number): EventSubject | undefined {
  if (number < 0) return undefined;
  const [unit, index] = [getReceiver(number), indexOf(number)];
  return { unit: UNIT_NAMES[unit], index, ...(WAVE_UNITS.has(unit) ? { wave: index } : {}) };
}

/** Identifies events by their unit and wave. */
export class EventSubjects {
  constructor(private readonly units: Units) {}

  /** Returns an event's subject as a number that identifies the wave itself rather than its record, which is reused. */
  getNumber(event: number): number {
    const unit = getReceiver(event);
    const index = indexOf(event);
    const number = makeEvent(unit, this.findWaveNumber(unit, index) ?? index);
    assert(getReceiver(number) === unit, "a subject's number includes its unit");
    return number;
  }

  /** Returns the subject of an event that has not been handled yet. */
  readonly getSubject = (event: number): EventSubject => {
    const unit = getReceiver(event);
    const index = indexOf(event);
    assert(unit < UNIT_NAMES.length, 'every event belongs to a unit');
    const wave = this.findWaveNumber(unit, index);
    assert(wave === undefined || wave >= 0, "the event's wave has been formed");
    return { unit: UNIT_NAMES[unit], index, ...(wave === undefined ? {} : { wave }) };
  };

  /** Returns an event's name, based on its unit and wave. It is the same in all runs that reach the same state. */
  getName(event: number): string {
    const { records, memory, localDataShare, exports } = this.units;
    const [unit, index] = [getReceiver(event), indexOf(event)];
    assert(unit < UNIT_NAMES.length, 'every event belongs to a unit');
    const name = UNIT_NAMES[unit];
    if (unit === UNIT.LDS)
      return `${name} ${formatWaveKey(localDataShare.waveAt(index))} ${localDataShare.instructionAt(index).index}`;
    const granted = unit === UNIT.EXPORT_BUS ? exports.nextGranted(index) : undefined;
    if (granted !== undefined) return `${name} ${formatWaveKey(granted)}`;
    if (!WAVE_UNITS.has(unit)) return `${name} ${index}`;
    if (unit !== UNIT.PERFORM && unit !== UNIT.RETURN) return `${name} ${formatWaveKey(records.at(index))}`;
    const { wave, instruction } = memory.recordAt(index);
    return `${name} ${formatWaveKey(wave)} ${instruction.index}`;
  }

  private findWaveNumber(unit: number, index: number): number | undefined {
    const { records, memory } = this.units;
    if (!WAVE_UNITS.has(unit)) return undefined;
    return unit === UNIT.PERFORM || unit === UNIT.RETURN
      ? memory.recordAt(index).waveNumber
      : records.at(index).number;
  }
}

/** An event that may occur next. */
export interface NextStep {
  /** Identifies the event within its run. */
  readonly token: number;
  /** The event's name, based on its unit and wave. It is the same in all runs that reach the same state. */
  readonly name: string;
  /** The names of the events that are blocked only by this one. */
  readonly blockedEvents: readonly string[];
  readonly subject: EventSubject;
  /** The state that the event touches. */
  readonly footprint: () => Footprint;
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

  /** Returns the groups of next events that may occur in the same cycle, if the schedule allows any. */
  coincidences(): readonly EventGroup[] {
    return findSimultaneousGroups(this.wheel, this.units);
  }

  /** Returns the next events with their footprints, in the order of the alternatives. */
  getNextSteps(): readonly NextStep[] {
    assert(this.wheel.pending > 0, 'an event is pending');
    return this.wheel.nextPending.map(({ event, token }) => ({
      token,
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
