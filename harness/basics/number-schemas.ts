import { z } from 'zod';
import type { Range } from './ranges.js';

/** A count or a list index in a file. */
export const natural = z.int().min(0);

/** A duration or size in a file: a finite, non-negative number. */
export const nonNegative = z.number().min(0);

/** Returns a schema for an integer in a range. */
export function integerInRange({ min, max }: Range): z.ZodInt {
  return z.int().min(min).max(max);
}

/** Returns a schema for a number in a range. */
export function numberInRange({ min, max }: Range): z.ZodNumber {
  return z.number().min(min).max(max);
}
