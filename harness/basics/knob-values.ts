import { isKnobName, KNOBS, type Knob, type KnobValues, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from './names.js';

const INTEGER = /^-?\d+$/;
const RANGE = /^(-?\d+)(?:\.\.(-?\d+))?$/;

/**
 * Parses `name=value` strings. A range knob accepts `lo..hi`, or a single number for both bounds. If a knob is set
 * twice, the last value wins. Throws `UsageError` for an unknown knob or a value outside its domain.
 */
export function parseKnobSettings(settings: readonly string[]): Partial<KnobValues> {
  const values: Record<string, number | readonly [number, number]> = {};
  for (const setting of settings) {
    const separator = setting.indexOf('=');
    if (separator < 1) throw new UsageError(`Invalid --set "${setting}": expected knob=value, like idWrap=7`);
    const name = setting.slice(0, separator);
    if (!isKnobName(name)) throw makeUnknownNameError('knob', name, Object.keys(KNOBS));
    values[name] = parseKnobValue(name, KNOBS[name], setting.slice(separator + 1));
  }
  return values as Partial<KnobValues>;
}

/** Formats settings as `name=value` strings, in the order of the knob table, that `parseKnobSettings` can read back. */
export function formatKnobSettings(knobs: Partial<KnobValues>): string[] {
  return Object.keys(KNOBS)
    .filter((name) => Object.hasOwn(knobs, name))
    .map((name) => {
      const value = knobs[name as keyof KnobValues]!;
      return `${name}=${formatSetting(KNOBS[name as keyof KnobValues], value)}`;
    });
}

function parseKnobValue(name: string, knob: Knob, text: string): number | readonly [number, number] {
  const makeInvalidValueError = (): UsageError =>
    new UsageError(`Invalid --set ${name}=${text}: expected ${describeKnobDomain(knob)}`);
  const isInRange = (value: number): boolean => value >= knob.min && value <= knob.max;
  if (knob.kind === 'value') {
    const choice = knob.choices?.indexOf(text) ?? -1;
    if (choice >= 0) return choice;
    const value = Number(text);
    if (!INTEGER.test(text) || !isInRange(value)) throw makeInvalidValueError();
    return value;
  }
  const match = RANGE.exec(text);
  if (match === null) throw makeInvalidValueError();
  const low = Number(match[1]);
  const high = Number(match[2] ?? match[1]);
  if (!isInRange(low) || !isInRange(high) || low > high) throw makeInvalidValueError();
  return [low, high];
}

/** Formats a value as `--set` expects it: a choice name, a number, or `lo..hi`. */
function formatSetting(knob: Knob, value: number | readonly [number, number]): string {
  if (typeof value !== 'number') return `${value[0]}..${value[1]}`;
  return (knob.kind === 'value' ? knob.choices?.[value] : undefined) ?? String(value);
}

/** Converts a choice name to its number; returns any other value unchanged. */
export function resolveKnobValue(knob: Knob, value: unknown): unknown {
  const choice =
    knob.kind === 'value' && typeof value === 'string' ? (knob.choices?.indexOf(value) ?? -1) : -1;
  return choice < 0 ? value : choice;
}

/**
 * Returns whether a knob accepts a value: an integer within its bounds or, for a range, an ordered pair of such
 * integers.
 */
export function isKnobValue(knob: Knob, value: unknown): boolean {
  const isInRange = (bound: unknown): boolean =>
    Number.isInteger(bound) && (bound as number) >= knob.min && (bound as number) <= knob.max;
  if (knob.kind === 'value') return isInRange(value);
  return Array.isArray(value) && value.length === 2 && value.every(isInRange) && value[0] <= value[1];
}

/** Describes the values a knob accepts in JSON. */
export function describeKnobValues(knob: Knob): string {
  return describeKnobDomain(knob).replace('lo..hi with', '[lo, hi] with');
}

/** Describes the values a knob accepts on the command line. */
export function describeKnobDomain(knob: Knob): string {
  if (knob.kind === 'value' && knob.choices !== undefined)
    return knob.domain ?? `one of ${knob.choices.join(', ')}`;
  const unit = knob.unit === '' ? '' : ` ${knob.unit}`;
  return knob.kind === 'value'
    ? `an integer from ${knob.min} to ${knob.max}${unit}`
    : `lo..hi with ${knob.min} <= lo <= hi <= ${knob.max}${unit}`;
}
