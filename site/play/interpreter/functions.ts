import type {
  ArrowFunctionExpression,
  Expression,
  ForStatement,
  FunctionExpression,
  IfStatement,
  Statement,
  TryStatement,
  VariableDeclaration,
} from 'acorn';
import { expressionOf } from './expressions.js';
import { type Evaluate, type Frame, frameWithin, RESULT, Scope } from './frame.js';
import { binderOf } from './places.js';
import { unknownNode } from './unknown-node.js';

/** Signals that the function has returned. */
const RETURNED = Symbol('returned');

/** Executes a statement. */
type Run = (frame: Frame) => typeof RETURNED | undefined;

const NOTHING: Run = () => undefined;

/**
 * Compiles a function, which closes over its creator's frame. Throws for constructs that generated code never
 * contains.
 */
export function functionOf(node: FunctionExpression | ArrowFunctionExpression, enclosing?: Scope): Evaluate {
  const scope = new Scope(enclosing);
  const bind = node.params.map((param) => binderOf(param, scope));
  const run = bodyOf(node.body, scope);
  return (frame) =>
    (...values: readonly unknown[]) => {
      const callFrame = frameWithin(frame);
      for (let i = 0; i < bind.length; i++) bind[i]!(callFrame, values[i]);
      run(callFrame);
      return callFrame[RESULT];
    };
}

function bodyOf(body: ArrowFunctionExpression['body'], scope: Scope): Run {
  return body.type === 'BlockStatement' ? listOf(body.body, scope) : returnOf(body, scope);
}

function returnOf(node: Expression, scope: Scope): Run {
  const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
  const value = isFunction ? functionOf(node, scope) : expressionOf(node, scope);
  return (frame) => {
    frame[RESULT] = value(frame);
    return RETURNED;
  };
}

function listOf(nodes: readonly Statement[], scope: Scope): Run {
  return inOrder(nodes.map((node) => statementOf(node, scope)));
}

function inOrder(runs: readonly Run[]): Run {
  if (runs.length === 1) return runs[0]!;
  return (frame) => {
    for (let i = 0; i < runs.length; i++) if (runs[i]!(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

function statementOf(node: Statement, scope: Scope): Run {
  switch (node.type) {
    case 'ExpressionStatement':
      return withoutResult(expressionOf(node.expression, scope));
    case 'VariableDeclaration':
      return declarationOf(node, scope);
    case 'ReturnStatement':
      if (node.argument == null) throw unknownNode(node);
      return returnOf(node.argument, scope);
    case 'BlockStatement':
      return scope.within(() => listOf(node.body, scope));
    case 'IfStatement':
      return branchOf(node, scope);
    case 'ForStatement':
      return scope.within(() => loopOf(node, scope));
    case 'TryStatement':
      return tryOf(node, scope);
    case 'ThrowStatement': {
      const value = expressionOf(node.argument, scope);
      return (frame) => {
        throw value(frame);
      };
    }
    default:
      throw unknownNode(node);
  }
}

function withoutResult(value: Evaluate): Run {
  return (frame) => {
    value(frame);
    return undefined;
  };
}

function declarationOf({ declarations }: VariableDeclaration, scope: Scope): Run {
  return inOrder(
    declarations.map(({ id, init }) => {
      const value = init == null ? () => undefined : expressionOf(init, scope);
      const bind = binderOf(id, scope);
      return withoutResult((frame) => bind(frame, value(frame)));
    }),
  );
}

function branchOf({ test, consequent, alternate }: IfStatement, scope: Scope): Run {
  const condition = expressionOf(test, scope);
  const then = statementOf(consequent, scope);
  const otherwise = alternate == null ? NOTHING : statementOf(alternate, scope);
  return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
}

function loopOf({ init, test, update, body, type }: ForStatement, scope: Scope): Run {
  if (init == null || test == null || update == null) throw unknownNode({ type });
  const begin =
    init.type === 'VariableDeclaration'
      ? declarationOf(init, scope)
      : withoutResult(expressionOf(init, scope));
  const [condition, next] = [expressionOf(test, scope), expressionOf(update, scope)];
  const run = statementOf(body, scope);
  return (frame) => {
    for (begin(frame); condition(frame); next(frame)) if (run(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

function tryOf({ block, handler, finalizer, type }: TryStatement, scope: Scope): Run {
  if (handler?.param == null || finalizer != null) throw unknownNode({ type });
  const run = statementOf(block, scope);
  const { param, body } = handler;
  return scope.within(() => {
    const bind = binderOf(param, scope);
    const recover = statementOf(body, scope);
    return (frame) => {
      try {
        return run(frame);
      } catch (error) {
        bind(frame, error);
        return recover(frame);
      }
    };
  });
}
