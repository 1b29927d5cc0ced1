import { z } from 'zod';
import { listShape, shapedAs } from './json-shape.js';
import { nearestName } from './nearest-name.js';

/** Fields of an object that a message names where none of them is near the wrong one. */
const FIELDS_NAMED = 12;

/**
 * Judges a document by its schema, as the schema's own `safeParse` does: a document with more wrong values than an argument list
 * holds, about a hundred thousand, is one that is wrong, and no error of the program. The message of an unknown field says which
 * field would be right.
 */
export function safeParse<T>(schema: z.ZodType<T>, document: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(document, { error: rightField });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'fewer than a hundred thousand wrong values';
    const told = new z.ZodError([{ code: 'custom', path: [], message, input: document }]);
    return { success: false, error: told as unknown as z.ZodError<T> };
  }
}

/** What would be right in place of an unknown field; undefined for other mistakes, which keep their own messages. */
function rightField({ code, inst, keys }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'unrecognized_keys') return undefined;
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const near = nearestName((keys as readonly string[])[0]!, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.length === 0 || known.length > FIELDS_NAMED) return 'expected it to be left out';
  return `expected one of ${known.join(', ')}`;
}

/** A list of any length whose elements are all `isRight`, as `element` says; only the first wrong one is reported. */
export function listOf<T>(
  element: z.ZodType<T>,
  isRight: (value: unknown) => boolean,
  least = 0,
): z.ZodType<T[]> {
  const list = z
    .array(z.unknown())
    .min(least)
    .superRefine((list, context) => {
      const at = list.findIndex((value) => !isRight(value));
      const issue = at < 0 ? undefined : safeParse(element, list[at]).error?.issues[0];
      if (issue !== undefined) {
        const told = { ...issue, path: [at, ...issue.path], input: list[at] };
        context.addIssue(told as Parameters<typeof context.addIssue>[0]);
      }
    }) as unknown as z.ZodType<T[]>;
  return shapedAs(list, () => listShape(element));
}

/** A list of documents that are checked one after another up to the first wrong one: a million wrong ones fail as fast as one. */
export function eachOf<T>(element: z.ZodType<T>, least = 0): z.ZodType<T[]> {
  const list = z
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
      // A list that was pushed to has room for seventeen, and documents of many short ones are kept as long as a run.
      return found.slice();
    }) as unknown as z.ZodType<T[]>;
  return shapedAs(list, () => listShape(element));
}
