import { z } from 'zod';
import { createListShape, withInputShape } from './json-shape.js';
import { findNearestName } from './nearest-name.js';

/** Maximum number of known fields listed in a message about an unknown field. If there are more, none are listed. */
const MAX_LISTED_FIELDS = 12;

/** Maximum number of issues that a message lists, and of invalid documents that end the check of a list. */
export const MAX_REPORTED_ISSUES = 10;

/** None of the schemas is asynchronous. */
const SYNCHRONOUS: z.core.ParseContextInternal = { async: false };

/**
 * Like the schema's own `safeParse`, except that a document with more errors than can be spread as arguments
 * (about a hundred thousand) is rejected instead of causing a crash. If a field is unknown, the message
 * suggests a known one.
 */
export function safeParse<T>(schema: z.ZodType<T>, document: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(document, { error: suggestField });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'fewer than 100,000 invalid values';
    const clearerError = new z.ZodError([{ code: 'custom', path: [], message, input: document }]);
    return { success: false, error: clearerError as unknown as z.ZodError<T> };
  }
}

/** Returns a suggestion for each unknown field, one per line, or undefined for other errors, which keep their default messages. */
function suggestField({ code, inst, keys }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'unrecognized_keys') return undefined;
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const isListed = known.length > 0 && known.length <= MAX_LISTED_FIELDS;
  const otherAdvice = isListed ? `expected one of ${known.join(', ')}` : 'remove it';
  const advise = (key: string): string => {
    const near = findNearestName(key, known);
    return near === undefined ? otherAdvice : `did you mean ${near}?`;
  };
  return (keys as readonly string[]).map(advise).join('\n');
}

/**
 * Returns the schema of a list with at least `minLength` elements, all of which must satisfy `isValid`. `element`
 * describes them and explains the first invalid one; no others are reported.
 */
export function createListSchema<T>(
  element: z.ZodType<T>,
  isValid: (value: unknown) => boolean,
  minLength = 0,
): z.ZodType<T[]> {
  const list = z
    .array(z.unknown())
    .min(minLength)
    .superRefine((list, context) => {
      const index = list.findIndex((value) => !isValid(value));
      const issue = index < 0 ? undefined : safeParse(element, list[index]).error?.issues[0];
      if (issue !== undefined) {
        const clearerError = { ...issue, path: [index, ...issue.path], input: list[index] };
        context.addIssue(clearerError as Parameters<typeof context.addIssue>[0]);
      }
    }) as unknown as z.ZodType<T[]>;
  return withInputShape(list, () => createListShape(element));
}

/**
 * Returns the schema of a list of documents. The tenth invalid one ends the check, so a million invalid ones
 * fail as fast as ten.
 */
export function createDocumentListSchema<T>(element: z.ZodType<T>, minLength = 0): z.ZodType<T[]> {
  const list = z
    .array(z.unknown())
    .min(minLength)
    .transform((list, context) => {
      const values: T[] = [];
      for (const [index, value] of list.entries()) {
        const valid = parseValid(element, value);
        if (valid !== undefined) {
          values.push(valid.value);
          continue;
        }
        for (const issue of safeParse(element, value).error!.issues) {
          const clearerError = { ...issue, path: [index, ...issue.path], input: value };
          context.addIssue(clearerError as Parameters<typeof context.addIssue>[0]);
        }
        if (index + 1 - values.length >= MAX_REPORTED_ISSUES) break;
      }
      // push() over-allocates (room for 17 elements). Trim, since documents with many short lists live as long
      // as a run.
      return values.slice();
    }) as unknown as z.ZodType<T[]>;
  return withInputShape(list, () => createListShape(element));
}

/**
 * Returns the schema's result for a valid value, or undefined for an invalid one. It skips the wrapper of
 * `safeParse`, which costs as much as validating a typical element.
 */
function parseValid<T>(schema: z.ZodType<T>, value: unknown): { readonly value: T } | undefined {
  try {
    const parsed = schema._zod.run({ value, issues: [] }, SYNCHRONOUS) as z.core.ParsePayload<T>;
    return parsed.issues.length > 0 ? undefined : parsed;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
