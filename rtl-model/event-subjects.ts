import { eventOf, indexOf, UNIT, type UnitName, unitOf } from './context.js';
import { formatWaveKey } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import type { Units } from './units.js';

/** The wave or unit that an event belongs to, as seen by code that interprets choices. */
export interface EventSubject {
  readonly unit: UnitName;
  /** The number of the wave. Absent if the event does not belong to a wave. */
  readonly wave?: number;
  /** The number of the packer, instruction cache or other unit, if the event does not belong to a wave. */
  readonly index: number;
}

const UNIT_NAMES = Object.keys(UNIT) as UnitName[];

/** The units with events that belong to waves. */
const WAVE_UNITS: ReadonlySet<UnitName> = new Set([
  'WAVE',
  'EXIT_ARRIVES',
  'EXPORT_SPACE',
  'EXPORT_DONE',
  'EXPORT_READY',
  'PERFORM',
  'RETURN',
]);

/** The subject with the given number in a schedule, or undefined if the decision was not made during an event. */
export function subjectFromNumber(number: number): EventSubject | undefined {
  if (number < 0) return undefined;
  const unit = UNIT_NAMES[unitOf(number)];
  const index = indexOf(number);
  return { unit, index, ...(WAVE_UNITS.has(unit) ? { wave: index } : {}) };
}

/** Identifies events by their unit and wave. */
export class EventSubjects {
  constructor(private readonly units: Units) {}

  /** The subject of an event as a number. It identifies the wave itself rather than its record, which is reused. */
  numberOf(event: number): number {
    const unit = unitOf(event);
    const index = indexOf(event);
    const number = eventOf(unit, this.findWaveNumber(unit, index) ?? index);
    assert(unitOf(number) === unit, "a subject's number includes its unit");
    return number;
  }

  /** The subject of an event that has not been handled yet. */
  readonly getSubject = (event: number): EventSubject => {
    const unit = unitOf(event);
    const index = indexOf(event);
    assert(unit < UNIT_NAMES.length, 'every event belongs to a unit');
    const wave = this.findWaveNumber(unit, index);
    assert(wave === undefined || wave >= 0, "the event's wave has been formed");
    return { unit: UNIT_NAMES[unit], index, ...(wave === undefined ? {} : { wave }) };
  };

  /** The name of an event, made up of its unit and wave. It is the same in all runs that reach the same state. */
  nameOf(event: number): string {
    const { records, memory, localDataShare, exports } = this.units;
    const [unit, index] = [unitOf(event), indexOf(event)];
    assert(unit < UNIT_NAMES.length, 'every event belongs to a unit');
    const name = UNIT_NAMES[unit];
    if (unit === UNIT.LDS)
      return `${name} ${formatWaveKey(localDataShare.waveAt(index))} ${localDataShare.instructionAt(index).index}`;
    const granted = unit === UNIT.EXPORT_BUS ? exports.nextGranted(index) : undefined;
    if (granted !== undefined) return `${name} ${formatWaveKey(granted)}`;
    if (!WAVE_UNITS.has(name)) return `${name} ${index}`;
    if (unit !== UNIT.PERFORM && unit !== UNIT.RETURN) return `${name} ${formatWaveKey(records.at(index))}`;
    const { wave, instruction } = memory.recordAt(index);
    return `${name} ${formatWaveKey(wave)} ${instruction.index}`;
  }

  private findWaveNumber(unit: number, index: number): number | undefined {
    const { records, memory } = this.units;
    if (!WAVE_UNITS.has(UNIT_NAMES[unit])) return undefined;
    return unit === UNIT.PERFORM || unit === UNIT.RETURN
      ? memory.recordAt(index).waveNumber
      : records.at(index).number;
  }
}
