import type { SideResult } from './harness.js';

/** A metric defined in goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** What the rate of a side counts per second, such as `waves/s`. */
  readonly unit: string;
  measure(rounds: number): Promise<Measurement>;
}

/** The results of a metric. */
export interface Measurement {
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly Skipped[];
}

/** The subject compared with one comparator, both measured in the same rounds. */
export interface Comparison {
  readonly subject: SideResult;
  readonly comparator: SideResult;
  readonly ratio: number;
  /** The ratio that is required. */
  readonly floor: number;
  /** The ratio that is desired. */
  readonly aim: number;
}

/** A comparator that this machine does not have, and the command that installs it. */
export interface Skipped {
  readonly comparator: string;
  readonly install: string;
}

/** The maximum number of seconds and the desired one. */
export interface SecondsAllowed {
  readonly floor: number;
  readonly aim: number;
}

/** Computes the ratio of the best rounds of two sides. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/**
 * Compares how often per second a side completes with completing once in the allowed time, for goals in
 * seconds.
 */
export function compareWithin(subject: SideResult, { floor, aim }: SecondsAllowed): Comparison {
  const allowed = { name: `one in ${floor} s`, rates: [1 / floor], bestRate: 1 / floor };
  return compare(subject, allowed, 1, floor / aim);
}

/** The better of the goals that the ratio reaches: `aim`, `floor`, or `below` if it reaches neither. */
export function verdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}
