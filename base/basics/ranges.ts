import { z } from 'zod';

/** Bounds of a number from outside, ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const HOUR_MS = 3_600_000;

/** Numbers that command lines, suites, manifests and jobs share; each border asks here. */
export const RANGES = {
  tests: { min: 1, max: 1_000_000_000 },
  failures: { min: 1, max: 1_000_000_000 },
  workers: { min: 1, max: 256 },
  heapMb: { min: 16, max: 1_000_000 },
  /** No duration is longer than a timer holds, which is 24.8 days: beyond, it would end at once. */
  ms: { min: 1, max: 576 * HOUR_MS },
  percent: { min: 0, max: 100 },
} as const satisfies Readonly<Record<string, Range>>;

/** A count, or a place in a list, of a file. */
export const natural = z.int().min(0);

/** A time, or a size, of a file: not negative, and finite. */
export const amount = z.number().min(0);

/** An integer of a range. */
export function integerIn({ min, max }: Range): z.ZodInt {
  return z.int().min(min).max(max);
}

/** A number of a range. */
export function numberIn({ min, max }: Range): z.ZodNumber {
  return z.number().min(min).max(max);
}
