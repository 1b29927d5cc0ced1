import { parse } from 'acorn';
import { makeUnknownNodeError } from './interpreter/frame.js';
import { compileFunction } from './interpreter/functions.js';

/**
 * Replaces `arch/make-function.ts` in pages that are not allowed to evaluate code from strings: parses the
 * source and compiles it to closures. Supports the subset of JavaScript that generated instructions and
 * coverpoints use, and throws for anything else.
 */
export function makeFunction(
  parameters: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  const text = `(function (${parameters.join(',')}) {${body}\n})`;
  const [statement] = parse(text, { ecmaVersion: 2022 }).body;
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'FunctionExpression')
    throw makeUnknownNodeError(statement!);
  return compileFunction(statement.expression)([]) as (...values: readonly unknown[]) => unknown;
}
