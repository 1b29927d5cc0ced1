import type { GoldenCount, GoldenResult } from './limited-golden.js';

/** What `golden --json` prints. */
export interface GoldenDocument {
  readonly cases: number;
  readonly pixels: number;
  readonly mismatches: number;
  readonly byClass: Readonly<Record<string, Readonly<GoldenCount>>>;
  /** Runs that the scoreboards did not pass. */
  readonly violations: number;
}

/** The JSON document of a result. */
export function goldenDocument(result: GoldenResult): GoldenDocument {
  const { cases, pixels, mismatches, byClass, findings } = result;
  return { cases, pixels, mismatches, byClass: Object.fromEntries(byClass), violations: findings.length };
}
