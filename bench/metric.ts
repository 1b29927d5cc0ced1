import type { SideResult } from './harness.js';

/** One metric of goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** What a side's rate counts a second, such as `waves/s`. */
  readonly unit: string;
  measure(rounds: number): Promise<Measurement>;
}

/** What a metric's run found. */
export interface Measurement {
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly Skipped[];
}

/** The subject over one comparator, both taken in the same rounds. */
export interface Comparison {
  readonly subject: SideResult;
  readonly comparator: SideResult;
  readonly ratio: number;
  /** Ratio that must be reached. */
  readonly floor: number;
  /** Ratio where we want to be. */
  readonly aim: number;
}

/** A comparator that this machine lacks, and the one command that installs it. */
export interface Skipped {
  readonly comparator: string;
  readonly install: string;
}

/** Seconds that something may take at most, and those that it should. */
export interface SecondsAllowed {
  readonly floor: number;
  readonly aim: number;
}

/** Puts the best rounds of two sides over each other. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/** How often a second a side comes about, over once in the time that is allowed. Goals are in seconds. */
export function compareWithin(subject: SideResult, { floor, aim }: SecondsAllowed): Comparison {
  const allowed = { name: `one in ${floor} s`, rates: [1 / floor], bestRate: 1 / floor };
  return compare(subject, allowed, 1, floor / aim);
}

/** `aim`, `floor` or `below`: the best of the goals that the ratio reaches. */
export function verdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}
