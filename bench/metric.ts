import type { SideResult } from './harness.js';

/** One metric of goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** What a side's rate counts per second, such as `waves/s`. */
  readonly unit: string;
  measure(rounds: number): Promise<Measurement>;
}

/** A metric's results. */
export interface Measurement {
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly Skipped[];
}

/** The subject over one comparator, both measured in the same rounds. */
export interface Comparison {
  readonly subject: SideResult;
  readonly comparator: SideResult;
  readonly ratio: number;
  /** Required ratio. */
  readonly floor: number;
  /** Desired ratio. */
  readonly aim: number;
}

/** A comparator not on this machine, and the one command that installs it. */
export interface Skipped {
  readonly comparator: string;
  readonly install: string;
}

/** Maximum and desired seconds. */
export interface SecondsAllowed {
  readonly floor: number;
  readonly aim: number;
}

/** The ratio of two sides' best rounds. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/** How often per second a side completes, relative to once in the allowed time. Goals are in seconds. */
export function compareWithin(subject: SideResult, { floor, aim }: SecondsAllowed): Comparison {
  const allowed = { name: `one in ${floor} s`, rates: [1 / floor], bestRate: 1 / floor };
  return compare(subject, allowed, 1, floor / aim);
}

/** `aim`, `floor` or `below`: the best goal reached by the ratio. */
export function verdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}
