import { makeUnknownNodeError } from './unknown-node.js';

/**
 * Generated code applies these operators to numbers, except for `===` and `!==`, which compare any values.
 */
type Binary = (left: number, right: number) => unknown;
type Unary = (value: number) => unknown;

const BINARY = new Map<string, Binary>([
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['%', (left, right) => left % right],
  ['|', (left, right) => left | right],
  ['&', (left, right) => left & right],
  ['^', (left, right) => left ^ right],
  ['<<', (left, right) => left << right],
  ['>>', (left, right) => left >> right],
  ['>>>', (left, right) => left >>> right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
  ['===', (left, right) => left === right],
  ['!==', (left, right) => left !== right],
]);

const UNARY = new Map<string, Unary>([
  ['-', (value) => -value],
  ['+', (value) => +value],
  ['!', (value) => !value],
  ['~', (value) => ~value],
]);

/** Returns the function for a binary operator; `type` is its node's type. Throws if the operator is unknown. */
export function getBinaryOperator(
  operator: string,
  type: 'BinaryExpression' | 'AssignmentExpression',
): Binary {
  const found = BINARY.get(operator);
  if (found === undefined) throw makeUnknownNodeError({ type, operator });
  return found;
}

/** Returns the function for a unary operator. Throws if the operator is unknown. */
export function getUnaryOperator(operator: string): Unary {
  const found = UNARY.get(operator);
  if (found === undefined) throw makeUnknownNodeError({ type: 'UnaryExpression', operator });
  return found;
}
