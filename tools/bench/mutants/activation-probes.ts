import type { AnyNode, Expression } from 'acorn';

/**
 * Code around a node that tells whether a mutant's change would give another value there. In the texts, `@probes`
 * stands for the object with the probes' functions (`instrument.ts`), and any other `@` for the mutant's index.
 */
export interface Probe {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** The text that replaces the node's operator, which separates its operands. */
  readonly operator?: { readonly start: number; readonly end: number; readonly text: string };
}

const MARK = '@probes.active[@] = 1';

/** Returns the probe of a change that differs whenever its node runs. */
export function probeReach({ type, start, end }: AnyNode): Probe {
  return type.endsWith('Statement')
    ? { start, end, before: `{ ${MARK}; `, after: ' }' }
    : { start, end, before: `(${MARK}, `, after: ')' };
}

/** Returns the probe of a condition that is replaced by `value`. */
export function probeCondition({ start, end }: AnyNode, value: string): Probe {
  return { start, end, before: '@probes.condition(@, ', after: `, ${value})` };
}

/** Returns the probe of a binary or logical operator at `at` that is swapped for another one. */
export function probeOperator(node: AnyNode, at: number, swapped: string): Probe {
  const { start, end } = node;
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return probeReach(node);
  const { operator, right } = node;
  // An operator that is flipped always gives the opposite.
  if (operator === '===' || operator === '!==') return probeReach(node);
  const range = { start: at, end: at + operator.length };
  if (node.type === 'LogicalExpression')
    return {
      ...{ start, end, before: '@probes.logic(@, ', after: `), ${operator === '&&'}, ${isPure(right)})` },
      operator: { ...range, text: ', () => (' },
    };
  return {
    ...{ start, end, before: '@probes.operands(@, ' },
    after: `, (a, b) => a ${operator} b, (a, b) => a ${swapped} b)`,
    operator: { ...range, text: ', ' },
  };
}

/** Returns the probe of a function of `Math` that is swapped for another one. */
export function probeFunction({ start, end }: AnyNode, swapped: string): Probe {
  return { start, end, before: '@probes.function(@, ', after: `, Math.${swapped})` };
}

/** Returns the probe of a dropped statement, which makes no difference if it assigns what is there. */
export function probeUpdate(node: AnyNode, source: string): Probe {
  const assignment = node.type === 'ExpressionStatement' ? node.expression : undefined;
  if (assignment?.type !== 'AssignmentExpression' || !isPure(assignment.left as Expression))
    return probeReach(node);
  const { start, end } = node;
  const target = source.slice(assignment.left.start, assignment.left.end);
  return {
    ...{ start, end, before: `{ const before@ = ${target}; ` },
    after: ` if (!Object.is(before@, ${target})) ${MARK}; }`,
  };
}

/** Whether an expression has no effect but its value: it contains no call, assignment or update. */
function isPure(node: AnyNode): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
    case 'ThisExpression':
    case 'Literal':
      return true;
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument);
    case 'MemberExpression':
      return isPure(node.object) && isPure(node.property);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isPure(node.left) && isPure(node.right);
    default:
      return false;
  }
}
