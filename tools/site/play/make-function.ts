/** The worker's global scope, with the function that the last loaded script made. */
interface WorkerScope {
  madeFunction?: (...values: readonly unknown[]) => unknown;
  importScripts(url: string): void;
}

/**
 * Replaces `arch/make-function.ts` in the playground's worker, which is not allowed to evaluate code from strings: loads
 * the source as a script, which the page's policy allows if the page itself made it.
 */
export function makeFunction(
  parameters: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  const scope = globalThis as unknown as WorkerScope;
  const source = `madeFunction = function (${parameters.join(',')}) {${body}\n};`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  scope.importScripts(url);
  URL.revokeObjectURL(url);
  return scope.madeFunction!;
}
