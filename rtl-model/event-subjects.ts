import { getReceiver, indexOf, makeEvent, UNIT, type UnitName } from './context.js';
import { formatWaveKey } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
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

/** The units whose events target waves. */
const WAVE_UNITS: ReadonlySet<UnitName> = new Set([
  'WAVE',
  'EXIT_ARRIVES',
  'EXPORT_SPACE',
  'EXPORT_DONE',
  'EXPORT_READY',
  'PERFORM',
  'RETURN',
]);

/** Returns the subject with the given number in a schedule, or undefined if the decision was made outside any event. */
export function subjectFromNumber(number: number): EventSubject | undefined {
  if (number < 0) return undefined;
  const unit = UNIT_NAMES[getReceiver(number)];
  const index = indexOf(number);
  return { unit, index, ...(WAVE_UNITS.has(unit) ? { wave: index } : {}) };
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
