import { unknownNode } from './unknown-node.js';

/** Generated text computes with numbers; `===` and `!==` compare anything. */
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

/** A binary operator's function; `type` is its node's. Throws for an unknown one. */
export function binary(operator: string, type: 'BinaryExpression' | 'AssignmentExpression'): Binary {
  const found = BINARY.get(operator);
  if (found === undefined) throw unknownNode({ type, operator });
  return found;
}

/** A unary operator's function. Throws for an unknown one. */
export function unary(operator: string): Unary {
  const found = UNARY.get(operator);
  if (found === undefined) throw unknownNode({ type: 'UnaryExpression', operator });
  return found;
}
