/**
 * Creates a function from source code. The playground page must not evaluate code, so it replaces this module with one
 * that loads scripts (`tools/site/play/make-function.ts`).
 *
 * @param names names of the values that the code can use
 * @param body function body that returns the function
 */
export function makeFunction(
  names: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  return new Function(...names, body) as (...values: readonly unknown[]) => unknown;
}
