import type { GoldenCount, GoldenResult } from './limited-golden.js';

/** The output of `golden --json`. */
export interface GoldenReport {
  readonly cases: number;
  readonly pixels: number;
  readonly mismatches: number;
  readonly byClass: Readonly<Record<string, Readonly<GoldenCount>>>;
  /** Number of runs that had scoreboard violations, or hit a budget or limit. */
  readonly violations: number;
}

/** Builds the JSON report for a result. */
export function buildGoldenReport(result: GoldenResult): GoldenReport {
  const { cases, pixels, mismatches, byClass, findings } = result;
  return { cases, pixels, mismatches, byClass: Object.fromEntries(byClass), violations: findings.length };
}
