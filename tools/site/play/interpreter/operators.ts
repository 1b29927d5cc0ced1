import { makeUnknownNodeError } from './frame.js';

/** Generated code applies these operators to numbers, except for `===` and `!==`, which compare values of any type. */
type BinaryOperator = (left: number, right: number) => unknown;
type UnaryOperator = (value: number) => unknown;

const BINARY = new Map<string, BinaryOperator>([
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

const UNARY = new Map<string, UnaryOperator>([
  ['-', (value) => -value],
  ['+', (value) => +value],
  ['!', (value) => !value],
  ['~', (value) => ~value],
]);

/** Returns the function for a binary operator; `type` is its node's type. Throws if the operator is unknown. */
export function getBinaryOperator(
  operator: string,
  type: 'BinaryExpression' | 'AssignmentExpression',
): BinaryOperator {
  const found = BINARY.get(operator);
  if (found === undefined) throw makeUnknownNodeError({ type, operator });
  return found;
}

/** Returns the function for a unary operator. Throws if the operator is unknown. */
export function getUnaryOperator(operator: string): UnaryOperator {
  const found = UNARY.get(operator);
  if (found === undefined) throw makeUnknownNodeError({ type: 'UnaryExpression', operator });
  return found;
}
