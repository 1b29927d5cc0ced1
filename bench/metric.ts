import type { SideResult } from './harness.js';

/** A metric defined in goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** The unit of the rates, such as `waves/s`. */
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
  /** The required ratio. */
  readonly floor: number;
  /** The desired ratio. */
  readonly aim: number;
}

/** A comparator that is missing on this machine, and the command that installs it. */
export interface Skipped {
  readonly comparator: string;
  readonly install: string;
}

/** Time limit and target, in seconds. */
export interface SecondsAllowed {
  readonly floor: number;
  readonly aim: number;
}

/** Compares the best rounds of two sides. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/**
 * Compares the rate at which a side completes with one completion in the allowed time, for goals in seconds.
 */
export function compareWithin(subject: SideResult, { floor, aim }: SecondsAllowed): Comparison {
  const allowed = { name: `one in ${floor} s`, rates: [1 / floor], bestRate: 1 / floor };
  return compare(subject, allowed, 1, floor / aim);
}

/** The best goal that the ratio reaches: `aim`, `floor`, or `below` if neither. */
export function verdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}
