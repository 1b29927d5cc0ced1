/**
 * A function made from source text. The playground's page, which may not evaluate text, has an interpreter in place of this module
 * (`site/play/make-function.ts`): whatever is generated stays within what that reads.
 *
 * @param names values that the text may name
 * @param body text of a function body that returns the function
 */
export function makeFunction(
  names: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  return new Function(...names, body) as (...values: readonly unknown[]) => unknown;
}
