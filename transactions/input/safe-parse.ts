import { z } from 'zod';
import { listShape, shapedAs } from './json-shape.js';
import { nearestName } from './nearest-name.js';

/** Maximum number of known fields that a message about an unknown one lists; if there are more, it lists none. */
const LISTED_FIELDS_MAX = 12;

/** No schema here is asynchronous. */
const SYNCHRONOUS: z.core.ParseContextInternal = { async: false };

/**
 * Like the schema's own `safeParse`, but a document with more errors than an argument list holds (about a hundred thousand) is
 * invalid rather than a crash. The message about an unknown field suggests the right one.
 */
export function safeParse<T>(schema: z.ZodType<T>, document: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(document, { error: fieldSuggestion });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'fewer than a hundred thousand wrong values';
    const clearer = new z.ZodError([{ code: 'custom', path: [], message, input: document }]);
    return { success: false, error: clearer as unknown as z.ZodError<T> };
  }
}

/** The suggestion for an unknown field; undefined for other mistakes, which keep their own messages. */
function fieldSuggestion({ code, inst, keys }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'unrecognized_keys') return undefined;
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const near = nearestName((keys as readonly string[])[0]!, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.length === 0 || known.length > LISTED_FIELDS_MAX) return 'expected it to be left out';
  return `expected one of ${known.join(', ')}`;
}

/** A list of at least `least` elements, described by `element`, that all satisfy `isRight`; reports only the first wrong one. */
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
        const clearer = { ...issue, path: [at, ...issue.path], input: list[at] };
        context.addIssue(clearer as Parameters<typeof context.addIssue>[0]);
      }
    }) as unknown as z.ZodType<T[]>;
  return shapedAs(list, () => listShape(element));
}

/** A list of documents, checked up to the first wrong one: a million wrong ones fail as fast as one. */
export function eachOf<T>(element: z.ZodType<T>, least = 0): z.ZodType<T[]> {
  const list = z
    .array(z.unknown())
    .min(least)
    .transform((list, context) => {
      const found: T[] = [];
      for (const [at, value] of list.entries()) {
        const valid = validValue(element, value);
        if (valid === undefined) {
          const [issue] = safeParse(element, value).error!.issues;
          const clearer = { ...issue, path: [at, ...issue!.path], input: value };
          context.addIssue(clearer as Parameters<typeof context.addIssue>[0]);
          return z.NEVER;
        }
        found.push(valid.value);
      }
      // A pushed-to list has capacity seventeen, and documents of many short lists live as long as a run.
      return found.slice();
    }) as unknown as z.ZodType<T[]>;
  return shapedAs(list, () => listShape(element));
}

/**
 * A schema's result for a valid value, without the wrapping of `safeParse`, which costs as much as most elements; undefined for
 * an invalid one.
 */
function validValue<T>(schema: z.ZodType<T>, value: unknown): { readonly value: T } | undefined {
  try {
    const parsed = schema._zod.run({ value, issues: [] }, SYNCHRONOUS) as z.core.ParsePayload<T>;
    return parsed.issues.length > 0 ? undefined : parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
