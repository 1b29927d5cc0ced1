import { type Node, parse } from 'acorn';

/** Variables of one call: the frame around it in place 0, then its own. */
type Frame = unknown[];
type Evaluate = (frame: Frame) => unknown;
/** Runs a statement; `RETURNED` once the call has its result, which is in place 1. */
type Run = (frame: Frame) => typeof RETURNED | undefined;

const RETURNED = Symbol('returned');
const AROUND = 0;
const RESULT = 1;
const FIRST_OWN = 2;

// biome-ignore lint/suspicious/noExplicitAny: acorn's nodes have the shape that their type says.
type Any = any;

/** Names of a function with their places in its frame; names of loops and blocks take places of their own. */
class Scope {
  private readonly blocks: Map<string, number>[] = [new Map()];
  private size = FIRST_OWN;

  constructor(readonly around?: Scope) {}

  declare(name: string): number {
    this.blocks.at(-1)!.set(name, this.size);
    return this.size++;
  }

  within<T>(act: () => T): T {
    this.blocks.push(new Map());
    try {
      return act();
    } finally {
      this.blocks.pop();
    }
  }

  find(name: string): number | undefined {
    return this.blocks.findLast((block) => block.has(name))?.get(name);
  }
}

/**
 * Stands for `arch/make-function.ts` where a page may not evaluate text: reads the text and makes closures of it. It knows the part of
 * the language in which instructions and coverpoints are generated, and names anything else in an error.
 */
export function makeFunction(
  names: readonly string[],
  body: string,
): (...values: readonly unknown[]) => unknown {
  const source = parse(`(function (${names.join(',')}) {${body}\n})`, { ecmaVersion: 2022 }) as Any;
  return functionOf(source.body[0].expression, new Scope())([]) as (...values: readonly unknown[]) => unknown;
}

function unknownNode({ type, operator = '' }: Any): Error {
  return new Error(
    `generated text has a ${type} ${operator}, which the interpreter of the playground does not know`,
  );
}

function functionOf(node: Any, around: Scope): Evaluate {
  const scope = new Scope(around);
  const binds = node.params.map((param: Any) => bindingOf(param, scope));
  const isExpression = node.body.type !== 'BlockStatement';
  const result = isExpression ? expressionOf(node.body, scope) : undefined;
  const run = isExpression ? undefined : listOf(node.body.body, scope);
  return (frame) =>
    (...values: unknown[]) => {
      const own: Frame = [frame, undefined];
      for (let i = 0; i < binds.length; i++) binds[i](own, values[i]);
      if (result !== undefined) return result(own);
      run!(own);
      return own[RESULT];
    };
}

/** Declares what a name or a pattern binds, and gives what binds it. */
function bindingOf(node: Any, scope: Scope): (frame: Frame, value: unknown) => void {
  if (node.type === 'Identifier') {
    const at = scope.declare(node.name);
    return (frame, value) => {
      frame[at] = value;
    };
  }
  if (node.type !== 'ObjectPattern') throw unknownNode(node);
  const parts = node.properties.map(({ key, value }: Any) => [key.name, bindingOf(value, scope)] as const);
  return (frame, value) => {
    for (const [name, bind] of parts) bind(frame, (value as Record<string, unknown>)[name]);
  };
}

function listOf(nodes: readonly Node[], scope: Scope): Run {
  const runs = nodes.map((node) => statementOf(node, scope));
  if (runs.length === 1) return runs[0]!;
  return (frame) => {
    for (let i = 0; i < runs.length; i++) if (runs[i]!(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

const NOTHING: Run = () => undefined;

function statementOf(node: Any, scope: Scope): Run {
  switch (node.type) {
    case 'ExpressionStatement': {
      const value = expressionOf(node.expression, scope);
      return (frame) => {
        value(frame);
        return undefined;
      };
    }
    case 'VariableDeclaration':
      return listOf(
        node.declarations.map((each: Any) => ({ ...each, type: 'Declared' })),
        scope,
      );
    case 'Declared': {
      const value = node.init === null ? () => undefined : expressionOf(node.init, scope);
      const bind = bindingOf(node.id, scope);
      return (frame) => {
        bind(frame, value(frame));
        return undefined;
      };
    }
    case 'ReturnStatement': {
      const value = node.argument === null ? () => undefined : expressionOf(node.argument, scope);
      return (frame) => {
        frame[RESULT] = value(frame);
        return RETURNED;
      };
    }
    case 'BlockStatement':
      return scope.within(() => listOf(node.body, scope));
    case 'IfStatement':
      return branchOf(node, scope);
    case 'ForStatement':
      return scope.within(() => loopOf(node, scope));
    case 'TryStatement':
      return attemptOf(node, scope);
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

function branchOf({ test, consequent, alternate }: Any, scope: Scope): Run {
  const asks = expressionOf(test, scope);
  const then = scope.within(() => statementOf(consequent, scope));
  const otherwise = alternate == null ? NOTHING : scope.within(() => statementOf(alternate, scope));
  return (frame) => (asks(frame) ? then(frame) : otherwise(frame));
}

function loopOf({ init, test, update, body }: Any, scope: Scope): Run {
  const begin =
    init === null
      ? NOTHING
      : statementOf(
          init.type === 'VariableDeclaration' ? init : { type: 'ExpressionStatement', expression: init },
          scope,
        );
  const asks = test === null ? () => true : expressionOf(test, scope);
  const next = update === null ? () => undefined : expressionOf(update, scope);
  const run = scope.within(() => statementOf(body, scope));
  return (frame) => {
    for (begin(frame); asks(frame); next(frame)) if (run(frame) === RETURNED) return RETURNED;
    return undefined;
  };
}

function attemptOf({ block, handler }: Any, scope: Scope): Run {
  const run = statementOf(block, scope);
  const [bind, mend] = scope.within(
    () => [bindingOf(handler.param, scope), statementOf(handler.body, scope)] as const,
  );
  return (frame) => {
    try {
      return run(frame);
    } catch (error) {
      bind(frame, error);
      return mend(frame);
    }
  };
}

const BINARY: Readonly<Record<string, (a: Any, b: Any) => unknown>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
};

const UNARY: Readonly<Record<string, (a: Any) => unknown>> = {
  '-': (a) => -a,
  '+': (a) => +a,
  '!': (a) => !a,
  '~': (a) => ~a,
};

function operationOf(node: Any, table: Readonly<Record<string, Any>>): Any {
  const operation = table[node.operator];
  if (operation === undefined) throw unknownNode(node);
  return operation;
}

function expressionOf(node: Any, scope: Scope): Evaluate {
  switch (node.type) {
    case 'Literal':
      return () => node.value;
    case 'Identifier':
      return readerOf(node.name, scope);
    case 'MemberExpression': {
      const [object, key] = memberOf(node, scope);
      return (frame) => (object(frame) as Any)[key(frame)];
    }
    case 'CallExpression':
      return callOf(node, scope);
    case 'BinaryExpression': {
      const operation = operationOf(node, BINARY);
      const [left, right] = [expressionOf(node.left, scope), expressionOf(node.right, scope)];
      return (frame) => operation(left(frame), right(frame));
    }
    case 'UnaryExpression': {
      const operation = operationOf(node, UNARY);
      const value = expressionOf(node.argument, scope);
      return (frame) => operation(value(frame));
    }
    case 'LogicalExpression': {
      const [left, right] = [expressionOf(node.left, scope), expressionOf(node.right, scope)];
      if (node.operator === '&&') return (frame) => left(frame) && right(frame);
      if (node.operator === '||') return (frame) => left(frame) || right(frame);
      throw unknownNode(node);
    }
    case 'ConditionalExpression': {
      const asks = expressionOf(node.test, scope);
      const [then, otherwise] = [expressionOf(node.consequent, scope), expressionOf(node.alternate, scope)];
      return (frame) => (asks(frame) ? then(frame) : otherwise(frame));
    }
    case 'AssignmentExpression':
      return assignmentOf(node, scope);
    case 'UpdateExpression': {
      const by = node.operator === '++' ? 1 : -1;
      const read = expressionOf(node.argument, scope);
      const write = writerOf(node.argument, scope);
      return (frame) => {
        const before = read(frame) as number;
        write(frame, before + by);
        return node.prefix ? before + by : before;
      };
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return functionOf(node, scope);
    case 'ArrayExpression': {
      const values = node.elements.map((each: Any) => expressionOf(each, scope)) as Evaluate[];
      return (frame) => values.map((value) => value(frame));
    }
    default:
      throw unknownNode(node);
  }
}

/** Reads a name: one of this function, of one around it, or of the language. */
function readerOf(name: string, scope: Scope): Evaluate {
  const place = placeOf(name, scope);
  if (place === undefined) {
    const value = (globalThis as Any)[name];
    return () => value;
  }
  const { depth, at } = place;
  if (depth === 0) return (frame) => frame[at];
  if (depth === 1) return (frame) => (frame[AROUND] as Frame)[at];
  return (frame) => outer(frame, depth)[at];
}

function placeOf(name: string, scope: Scope): { readonly depth: number; readonly at: number } | undefined {
  let depth = 0;
  for (let each: Scope | undefined = scope; each !== undefined; each = each.around, depth++) {
    const at = each.find(name);
    if (at !== undefined) return { depth, at };
  }
  return undefined;
}

function outer(frame: Frame, depth: number): Frame {
  let found = frame;
  for (let i = 0; i < depth; i++) found = found[AROUND] as Frame;
  return found;
}

function memberOf(node: Any, scope: Scope): readonly [object: Evaluate, key: (frame: Frame) => PropertyKey] {
  const object = expressionOf(node.object, scope);
  if (node.computed) return [object, expressionOf(node.property, scope) as (frame: Frame) => PropertyKey];
  return [object, () => node.property.name];
}

function writerOf(node: Any, scope: Scope): (frame: Frame, value: unknown) => void {
  if (node.type === 'MemberExpression') {
    const [object, key] = memberOf(node, scope);
    return (frame, value) => {
      (object(frame) as Any)[key(frame)] = value;
    };
  }
  const place = node.type === 'Identifier' ? placeOf(node.name, scope) : undefined;
  if (place === undefined) throw unknownNode(node);
  const { depth, at } = place;
  return (frame, value) => {
    outer(frame, depth)[at] = value;
  };
}

function assignmentOf(node: Any, scope: Scope): Evaluate {
  const value = expressionOf(node.right, scope);
  const write = writerOf(node.left, scope);
  if (node.operator === '=')
    return (frame) => {
      const written = value(frame);
      write(frame, written);
      return written;
    };
  const operation = operationOf({ ...node, operator: node.operator.slice(0, -1) }, BINARY);
  const read = expressionOf(node.left, scope);
  return (frame) => {
    const written = operation(read(frame), value(frame));
    write(frame, written);
    return written;
  };
}

function callOf(node: Any, scope: Scope): Evaluate {
  const values = node.arguments.map((each: Any) => expressionOf(each, scope)) as Evaluate[];
  if (node.callee.type === 'MemberExpression') {
    const [object, key] = memberOf(node.callee, scope);
    return (frame) => {
      const on = object(frame) as Any;
      return on[key(frame)](...values.map((value) => value(frame)));
    };
  }
  const called = expressionOf(node.callee, scope) as (frame: Frame) => (...values: unknown[]) => unknown;
  const [first, second, third] = values;
  if (values.length === 1) return (frame) => called(frame)(first!(frame));
  if (values.length === 2) return (frame) => called(frame)(first!(frame), second!(frame));
  if (values.length === 3) return (frame) => called(frame)(first!(frame), second!(frame), third!(frame));
  return (frame) => called(frame)(...values.map((value) => value(frame)));
}
