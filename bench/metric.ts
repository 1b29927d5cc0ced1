import type { SideResult } from './harness.js';

/** One of the metrics defined in goals.md. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  /** Unit of the rates, such as `waves/s`. */
  readonly unit: string;
  measure(rounds: number): Promise<Measurement>;
}

/** The results of a metric. */
export interface Measurement {
  readonly comparisons: readonly Comparison[];
  readonly skipped: readonly SkippedComparator[];
}

/** The subject and a comparator, measured in the same rounds. */
export interface Comparison {
  readonly subject: SideResult;
  readonly comparator: SideResult;
  readonly ratio: number;
  /** The minimum acceptable ratio. */
  readonly floor: number;
  /** The target ratio. */
  readonly aim: number;
}

/** A comparator that is not installed on this machine. */
export interface SkippedComparator {
  readonly comparator: string;
  /** The command that installs it. */
  readonly install: string;
}

/** Time limits for a metric whose goal is in seconds. */
export interface TimeLimits {
  /** The maximum acceptable time. */
  readonly max: number;
  /** The target time. */
  readonly target: number;
}

/** Compares the best rates of both sides. */
export function compare(subject: SideResult, comparator: SideResult, floor: number, aim: number): Comparison {
  return { subject, comparator, ratio: subject.bestRate / comparator.bestRate, floor, aim };
}

/** Compares the subject with a time limit by treating the limit as a rate. For goals expressed in seconds. */
export function compareToLimit(subject: SideResult, { max, target }: TimeLimits): Comparison {
  const limit = { name: `one in ${max} s`, rates: [1 / max], bestRate: 1 / max };
  return compare(subject, limit, 1, max / target);
}

/** Returns the highest threshold that the ratio meets, or `below` if it meets neither. */
export function getVerdict(comparison: Comparison): 'aim' | 'floor' | 'below' {
  if (comparison.ratio >= comparison.aim) return 'aim';
  return comparison.ratio >= comparison.floor ? 'floor' : 'below';
}
