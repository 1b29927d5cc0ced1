import { parse } from 'acorn';
import { functionOf } from './interpreter/functions.js';
import { unknownNode } from './interpreter/unknown-node.js';

/**
 * Stands for `arch/make-function.ts` where a page may not evaluate text: reads the text and makes closures of it. It knows the part of
 * the language in which instructions and coverpoints are generated, and throws for anything else.
 */
export function makeFunction(
  names: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  const text = `(function (${names.join(',')}) {${body}\n})`;
  const [statement] = parse(text, { ecmaVersion: 2022 }).body;
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'FunctionExpression')
    throw unknownNode(statement!);
  return functionOf(statement.expression)([]) as (...values: readonly unknown[]) => unknown;
}
