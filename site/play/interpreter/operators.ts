import { unknownNode } from './unknown-node.js';

/** Numbers are what generated text computes with; `===` and `!==` compare whatever there is. */
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

/** What a binary operator does; `type` is the node that has it. Throws for one that is not known. */
export function binary(operator: string, type: 'BinaryExpression' | 'AssignmentExpression'): Binary {
  const found = BINARY.get(operator);
  if (found === undefined) throw unknownNode({ type, operator });
  return found;
}

/** What a unary operator does. Throws for one that is not known. */
export function unary(operator: string): Unary {
  const found = UNARY.get(operator);
  if (found === undefined) throw unknownNode({ type: 'UnaryExpression', operator });
  return found;
}
