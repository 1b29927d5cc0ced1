import { z } from 'zod';

/**
 * Judges a document by its schema, as the schema's own `safeParse` does: a document with more wrong values than an argument list
 * holds, about a hundred thousand, is one that is wrong, and no error of the program.
 */
export function safeParse<T>(schema: z.ZodType<T>, document: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'fewer than a hundred thousand wrong values';
    const told = new z.ZodError([{ code: 'custom', path: [], message, input: document }]);
    return { success: false, error: told as unknown as z.ZodError<T> };
  }
}

/** A list of any length whose elements are all `isRight`, as `element` says; only the first wrong one is reported. */
export function listOf<T>(
  element: z.ZodType<T>,
  isRight: (value: unknown) => boolean,
  least = 0,
): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .min(least)
    .superRefine((list, context) => {
      const at = list.findIndex((value) => !isRight(value));
      const issue = at < 0 ? undefined : element.safeParse(list[at]).error?.issues[0];
      if (issue !== undefined) {
        const told = { ...issue, path: [at, ...issue.path], input: list[at] };
        context.addIssue(told as Parameters<typeof context.addIssue>[0]);
      }
    }) as unknown as z.ZodType<T[]>;
}

/** A list of documents that are checked one after another up to the first wrong one: a million wrong ones fail as fast as one. */
export function eachOf<T>(element: z.ZodType<T>, least = 0): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .min(least)
    .transform((list, context) => {
      const found: T[] = [];
      for (const [at, value] of list.entries()) {
        const judged = safeParse(element, value);
        if (!judged.success) {
          const [issue] = judged.error.issues;
          const told = { ...issue, path: [at, ...issue!.path], input: value };
          context.addIssue(told as Parameters<typeof context.addIssue>[0]);
          return z.NEVER;
        }
        found.push(judged.data);
      }
      return found;
    }) as unknown as z.ZodType<T[]>;
}
