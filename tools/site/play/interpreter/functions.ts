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
import { compileExpression } from './expressions.js';
import { createFrame, type Evaluate, type Frame, makeUnknownNodeError, RESULT, Scope } from './frame.js';
import { compileBinder } from './references.js';

/** Signals that the function has returned. */
const RETURNED = Symbol('returned');

type Execute = (frame: Frame) => typeof RETURNED | undefined;

const DO_NOTHING: Execute = () => undefined;

/**
 * Compiles a function that closes over its creator's frame. Throws on constructs that generated code never
 * contains.
 */
export function compileFunction(
  node: FunctionExpression | ArrowFunctionExpression,
  enclosing?: Scope,
): Evaluate {
  const scope = new Scope(enclosing);
  const binders = node.params.map((param) => compileBinder(param, scope));
  const run = compileBody(node.body, scope);
  return (frame) =>
    (...values: readonly unknown[]) => {
      const callFrame = createFrame(frame);
      for (let i = 0; i < binders.length; i++) binders[i]!(callFrame, values[i]);
      run(callFrame);
      return callFrame[RESULT];
    };
}

function compileBody(body: ArrowFunctionExpression['body'], scope: Scope): Execute {
  return body.type === 'BlockStatement' ? compileStatements(body.body, scope) : compileReturn(body, scope);
}

function compileReturn(node: Expression, scope: Scope): Execute {
  const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
  const value = isFunction ? compileFunction(node, scope) : compileExpression(node, scope);
  return (frame) => {
    frame[RESULT] = value(frame);
    return RETURNED;
  };
}

function compileStatements(nodes: readonly Statement[], scope: Scope): Execute {
  return joinStatements(nodes.map((node) => compileStatement(node, scope)));
}

function joinStatements(statements: readonly Execute[]): Execute {
  if (statements.length === 1) return statements[0]!;
  return (frame) => {
    for (let i = 0; i < statements.length; i++) if (statements[i]!(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

function compileStatement(node: Statement, scope: Scope): Execute {
  switch (node.type) {
    case 'ExpressionStatement':
      return discardResult(compileExpression(node.expression, scope));
    case 'VariableDeclaration':
      return compileDeclaration(node, scope);
    case 'ReturnStatement':
      if (node.argument == null) throw makeUnknownNodeError(node);
      return compileReturn(node.argument, scope);
    case 'BlockStatement':
      return scope.within(() => compileStatements(node.body, scope));
    case 'IfStatement':
      return compileBranch(node, scope);
    case 'ForStatement':
      return scope.within(() => compileLoop(node, scope));
    case 'TryStatement':
      return compileTry(node, scope);
    case 'ThrowStatement': {
      const value = compileExpression(node.argument, scope);
      return (frame) => {
        throw value(frame);
      };
    }
    default:
      throw makeUnknownNodeError(node);
  }
}

function discardResult(value: Evaluate): Execute {
  return (frame) => {
    value(frame);
    return undefined;
  };
}

function compileDeclaration({ declarations }: VariableDeclaration, scope: Scope): Execute {
  return joinStatements(
    declarations.map(({ id, init }) => {
      const value = init == null ? () => undefined : compileExpression(init, scope);
      const bind = compileBinder(id, scope);
      return discardResult((frame) => bind(frame, value(frame)));
    }),
  );
}

function compileBranch({ test, consequent, alternate }: IfStatement, scope: Scope): Execute {
  const condition = compileExpression(test, scope);
  const then = compileStatement(consequent, scope);
  const otherwise = alternate == null ? DO_NOTHING : compileStatement(alternate, scope);
  return (frame) => (condition(frame) ? then(frame) : otherwise(frame));
}

function compileLoop({ init, test, update, body, type }: ForStatement, scope: Scope): Execute {
  if (init == null || test == null || update == null) throw makeUnknownNodeError({ type });
  const begin =
    init.type === 'VariableDeclaration'
      ? compileDeclaration(init, scope)
      : discardResult(compileExpression(init, scope));
  const [condition, next] = [compileExpression(test, scope), compileExpression(update, scope)];
  const run = compileStatement(body, scope);
  return (frame) => {
    for (begin(frame); condition(frame); next(frame)) if (run(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

function compileTry({ block, handler, finalizer, type }: TryStatement, scope: Scope): Execute {
  if (handler?.param == null || finalizer != null) throw makeUnknownNodeError({ type });
  const run = compileStatement(block, scope);
  const { param, body } = handler;
  return scope.within(() => {
    const bind = compileBinder(param, scope);
    const recover = compileStatement(body, scope);
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
