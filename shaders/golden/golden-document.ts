import type { GoldenCount, GoldenResult } from './limited-golden.js';

/** The output of `golden --json`. */
export interface GoldenDocument {
  readonly cases: number;
  readonly pixels: number;
  readonly mismatches: number;
  readonly byClass: Readonly<Record<string, Readonly<GoldenCount>>>;
  /** Number of runs that failed the scoreboards. */
  readonly violations: number;
}

/** Converts a result to its JSON document. */
export function buildGoldenDocument(result: GoldenResult): GoldenDocument {
  const { cases, pixels, mismatches, byClass, findings } = result;
  return { cases, pixels, mismatches, byClass: Object.fromEntries(byClass), violations: findings.length };
}
