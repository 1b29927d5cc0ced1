import type {
  AssignmentExpression,
  CallExpression,
  Expression,
  LogicalExpression,
  PrivateIdentifier,
  SpreadElement,
  Super,
  UpdateExpression,
} from 'acorn';
import type { Evaluate, Scope } from './frame.js';
import { binary, unary } from './operators.js';
import { memberOf, nameReader, writerOf } from './places.js';
import { unknownNode } from './unknown-node.js';

type Call = (...values: readonly unknown[]) => unknown;

/**
 * Compiles any expression except a function. Throws for kinds of expressions that generated code never
 * contains.
 */
export function expressionOf(
  node: Expression | PrivateIdentifier | Super | SpreadElement,
  scope: Scope,
): Evaluate {
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      return () => value;
    }
    case 'Identifier':
      return nameReader(node.name, scope);
    case 'MemberExpression': {
      const { object, key } = memberOf(node, scope, expressionOf);
      return (frame) => object(frame)[key(frame)];
    }
    case 'CallExpression':
      return callOf(node, scope);
    case 'BinaryExpression': {
      const operation = binary(node.operator, node.type);
      const [left, right] = [numberOf(node.left, scope), numberOf(node.right, scope)];
      return (frame) => operation(left(frame), right(frame));
    }
    case 'UnaryExpression': {
      const operation = unary(node.operator);
      const value = numberOf(node.argument, scope);
      return (frame) => operation(value(frame));
    }
    case 'LogicalExpression':
      return logicalOf(node, scope);
    case 'ConditionalExpression': {
      const condition = expressionOf(node.test, scope);
      const [then, otherwise] = [expressionOf(node.consequent, scope), expressionOf(node.alternate, scope)];
      return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
    }
    case 'AssignmentExpression':
      return assignmentOf(node, scope);
    case 'UpdateExpression':
      return updateOf(node, scope);
    default:
      throw unknownNode(node);
  }
}

function numberOf(node: Expression | PrivateIdentifier, scope: Scope): (frame: unknown[]) => number {
  return expressionOf(node, scope) as (frame: unknown[]) => number;
}

function logicalOf(node: LogicalExpression, scope: Scope): Evaluate {
  const [left, right] = [expressionOf(node.left, scope), expressionOf(node.right, scope)];
  if (node.operator === '&&') return (frame) => left(frame) && right(frame);
  if (node.operator === '||') return (frame) => left(frame) || right(frame);
  throw unknownNode(node);
}

function assignmentOf(node: AssignmentExpression, scope: Scope): Evaluate {
  const write = writerOf(node.left, scope, expressionOf);
  const value = assignedValueOf(node, scope);
  return (frame) => {
    const result = value(frame);
    write(frame, result);
    return result;
  };
}

function assignedValueOf({ operator, left, right, type }: AssignmentExpression, scope: Scope): Evaluate {
  const value = numberOf(right, scope);
  if (operator === '=') return value;
  const operation = binary(operator.slice(0, -1), type);
  const before = numberOf(left as Expression, scope);
  return (frame) => operation(before(frame), value(frame));
}

function updateOf({ operator, argument, prefix }: UpdateExpression, scope: Scope): Evaluate {
  const step = operator === '++' ? 1 : -1;
  const read = numberOf(argument, scope);
  if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression') throw unknownNode(argument);
  const write = writerOf(argument, scope, expressionOf);
  return (frame) => {
    const before = read(frame);
    write(frame, before + step);
    return prefix ? before + step : before;
  };
}

function callOf({ callee, arguments: args }: CallExpression, scope: Scope): Evaluate {
  const values = args.map((argument) => expressionOf(argument, scope));
  if (callee.type === 'MemberExpression') {
    const { object, key } = memberOf(callee, scope, expressionOf);
    return (frame) => {
      const receiver = object(frame);
      return (receiver[key(frame)] as Call).apply(
        receiver,
        values.map((value) => value(frame)),
      );
    };
  }
  const callable = expressionOf(callee, scope) as (frame: unknown[]) => Call;
  const [first, second, third] = values;
  // Fast paths: most calls are in loops over lanes and have few arguments.
  if (values.length === 1) return (frame) => callable(frame)(first!(frame));
  if (values.length === 2) return (frame) => callable(frame)(first!(frame), second!(frame));
  if (values.length === 3) return (frame) => callable(frame)(first!(frame), second!(frame), third!(frame));
  return (frame) => callable(frame)(...values.map((value) => value(frame)));
}
