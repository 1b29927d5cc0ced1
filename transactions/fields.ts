import { z } from 'zod';
import { createListSchema } from './input/index.js';
import { isVisible } from './visible-text.js';

/** A count, an index or a number of cycles. */
export const nonNegativeInt = z.int().min(0);
/** A count that is not zero. */
export const positive = z.int().min(1);
/** A 32-bit word, signed or unsigned. */
export const word = z.int().min(-0x80000000).max(0xffffffff);
/** Maximum number of characters in a name. */
const MAX_NAME_LENGTH = 1000;
/** Names are printed in terminals and CI logs, which interpret hidden characters and `##[` as commands. */
export const name = z
  .string()
  .min(1)
  .refine(
    (text) => text.length <= MAX_NAME_LENGTH && isVisible(text),
    `a name of at most ${MAX_NAME_LENGTH} characters, without control characters, direction marks or CI commands such as ##[`,
  );
const isWord = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= -0x80000000 && (value as number) <= 0xffffffff;
/** A list of 32-bit words. */
export const words = createListSchema(word, isWord);
/** A list of at least one 32-bit word. */
export const nonEmptyWords = createListSchema(word, isWord, 1);
/** A list of counts or indices. */
export const nonNegatives = createListSchema(
  nonNegativeInt,
  (n) => Number.isSafeInteger(n) && (n as number) >= 0,
);
/** A seed in a file. */
export const seed = z.string().regex(/^0x[0-9a-fA-F]{1,16}$/, 'a seed: 0x and 1 to 16 hex digits');

/** Returns a schema for one of the given names. */
export const oneOf = <T extends string>(values: readonly T[]): z.ZodType<T> =>
  z.enum(values as [T, ...T[]]) as unknown as z.ZodType<T>;
