/**
 * A function made from source text. The playground page, which may not evaluate text, replaces this module with an interpreter
 * (`site/play/make-function.ts`): generated code must stay within what it supports.
 *
 * @param names values available to the text
 * @param body function body that returns the function
 */
export function makeFunction(
  names: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  return new Function(...names, body) as (...values: readonly unknown[]) => unknown;
}
