import { makeFunction } from '../../make-function.js';

let functionCount = 0;

/**
 * Creates a function from generated source text. The text includes a unique number, because V8 shares type feedback
 * between functions with identical source, which would make calls in a shared loop megamorphic.
 *
 * @param bindings values that the text may reference
 * @param body source of a function body that returns the function
 */
export function generateFunction<F>(
  title: string,
  bindings: Readonly<Record<string, unknown>>,
  body: string,
): F {
  functionCount += 1;
  const names = Object.keys(bindings);
  const make = makeFunction(names, `'use strict'; // ${title} #${functionCount}\n${body}`);
  return make(...names.map((name) => bindings[name])) as F;
}
