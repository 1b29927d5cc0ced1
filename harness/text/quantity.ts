import { formatNumber } from '../../transactions/index.js';

/** A schema's result type, read-only at every depth. */
export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Formats a time (ISO 8601) to the minute: `2026-11-22 01:00`. */
export function formatMinute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** Returns a rate per second, or 0 if no time has passed. */
export function getRatePerSecond(count: number, seconds: number): number {
  return seconds > 0 ? count / seconds : 0;
}

/** Formats a rate: `0.3`, `1,200`. */
export function formatRatePerSecond(perSecond: number): string {
  return perSecond > 0 && perSecond < 9.95 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond));
}

/**
 * Formats a difference with its sign and `digits` decimal places: `+0.42`, `-0.10`, or `0.00` if it is too
 * small to show.
 */
export function formatSignedNumber(difference: number, digits: number): string {
  const text = difference.toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return difference > 0 ? `+${text}` : text;
}

/** Axis steps, relative to a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * Returns the smallest step that is at least `min` and is 1, 2 or 5 times a power of ten. If `isInteger` is true, the
 * step is at least 1.
 */
export function getRoundStep(min: number, isInteger: boolean): number {
  const power = 10 ** Math.floor(Math.log10(min));
  const step =
    STEPS.map((factor) => factor * power).find((candidate) => candidate >= min * 0.999) ?? 10 * power;
  return isInteger ? Math.max(1, step) : step;
}

export { formatNumber };

/**
 * Formats a number with its noun: `1 bin`, `2 bins`, `1,200 passing tests`. Pass `plural` if adding an s is not enough.
 */
export function formatQuantity(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
