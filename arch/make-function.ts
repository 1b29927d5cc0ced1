/**
 * Creates a function from source code. The playground page may not evaluate code and replaces this module with an
 * interpreter (`site/play/make-function.ts`), so generated code may only use what the interpreter supports.
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
