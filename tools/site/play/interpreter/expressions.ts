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
import { type Evaluate, makeUnknownNodeError, type Scope } from './frame.js';
import { getBinaryOperator, getUnaryOperator } from './operators.js';
import { compileMember, compileName, compileWriter } from './references.js';

type Callable = (...values: readonly unknown[]) => unknown;

/** Compiles any expression except a function. Throws on types of expressions that generated code never contains. */
export function compileExpression(
  node: Expression | PrivateIdentifier | Super | SpreadElement,
  scope: Scope,
): Evaluate {
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      return () => value;
    }
    case 'Identifier':
      return compileName(node.name, scope);
    case 'MemberExpression': {
      const { object, key } = compileMember(node, scope, compileExpression);
      return (frame) => object(frame)[key(frame)];
    }
    case 'CallExpression':
      return compileCall(node, scope);
    case 'BinaryExpression': {
      const operation = getBinaryOperator(node.operator, node.type);
      const [left, right] = [compileNumber(node.left, scope), compileNumber(node.right, scope)];
      return (frame) => operation(left(frame), right(frame));
    }
    case 'UnaryExpression': {
      const operation = getUnaryOperator(node.operator);
      const value = compileNumber(node.argument, scope);
      return (frame) => operation(value(frame));
    }
    case 'LogicalExpression':
      return compileLogical(node, scope);
    case 'ConditionalExpression': {
      const condition = compileExpression(node.test, scope);
      const [then, otherwise] = [
        compileExpression(node.consequent, scope),
        compileExpression(node.alternate, scope),
      ];
      return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
    }
    case 'AssignmentExpression':
      return compileAssignment(node, scope);
    case 'UpdateExpression':
      return compileUpdate(node, scope);
    default:
      throw makeUnknownNodeError(node);
  }
}

function compileNumber(node: Expression | PrivateIdentifier, scope: Scope): (frame: unknown[]) => number {
  return compileExpression(node, scope) as (frame: unknown[]) => number;
}

function compileLogical(node: LogicalExpression, scope: Scope): Evaluate {
  const [left, right] = [compileExpression(node.left, scope), compileExpression(node.right, scope)];
  if (node.operator === '&&') return (frame) => left(frame) && right(frame);
  if (node.operator === '||') return (frame) => left(frame) || right(frame);
  throw makeUnknownNodeError(node);
}

function compileAssignment(node: AssignmentExpression, scope: Scope): Evaluate {
  const write = compileWriter(node.left, scope, compileExpression);
  const value = compileAssignedValue(node, scope);
  return (frame) => {
    const result = value(frame);
    write(frame, result);
    return result;
  };
}

function compileAssignedValue({ operator, left, right, type }: AssignmentExpression, scope: Scope): Evaluate {
  const value = compileNumber(right, scope);
  if (operator === '=') return value;
  const operation = getBinaryOperator(operator.slice(0, -1), type);
  const oldValue = compileNumber(left as Expression, scope);
  return (frame) => operation(oldValue(frame), value(frame));
}

function compileUpdate({ operator, argument, prefix }: UpdateExpression, scope: Scope): Evaluate {
  const step = operator === '++' ? 1 : -1;
  const read = compileNumber(argument, scope);
  if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression')
    throw makeUnknownNodeError(argument);
  const write = compileWriter(argument, scope, compileExpression);
  return (frame) => {
    const oldValue = read(frame);
    write(frame, oldValue + step);
    return prefix ? oldValue + step : oldValue;
  };
}

function compileCall({ callee, arguments: args }: CallExpression, scope: Scope): Evaluate {
  const values = args.map((argument) => compileExpression(argument, scope));
  if (callee.type === 'MemberExpression') {
    const { object, key } = compileMember(callee, scope, compileExpression);
    return (frame) => {
      const receiver = object(frame);
      return (receiver[key(frame)] as Callable).apply(
        receiver,
        values.map((value) => value(frame)),
      );
    };
  }
  const callable = compileExpression(callee, scope) as (frame: unknown[]) => Callable;
  const [first, second, third] = values;
  // Fast paths: most calls are in loops over lanes and have few arguments.
  if (values.length === 1) return (frame) => callable(frame)(first!(frame));
  if (values.length === 2) return (frame) => callable(frame)(first!(frame), second!(frame));
  if (values.length === 3) return (frame) => callable(frame)(first!(frame), second!(frame), third!(frame));
  return (frame) => callable(frame)(...values.map((value) => value(frame)));
}
