import type { AnyNode, BinaryExpression, LogicalExpression } from 'acorn';
import { isAssertion, isInjection, type NodePath, onlyThrows, walkNodePaths } from '../model/syntax.js';
import { onlyPicksOperand } from '../model/ties.js';

/**
 * A condition in a module: the test of a branch, an operand of `&&`, `||` or `??`, the object of `?.`, or a
 * comparison.
 */
export interface Condition {
  /** The module, as a path relative to `rtl-model` without the extension. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /**
   * The source lines around the condition, with the condition marked. Together with the file, this identifies
   * the condition even if lines move.
   */
  readonly text: string;
  /** What the condition tests: whether a value is true, or whether it is present. */
  readonly aspect: 'truth' | 'presence';
  /** The operator and its offset. Present only for comparisons of two numbers that can be equal. */
  readonly bound?: { readonly operator: string; readonly offset: number };
}

const BOUNDS: readonly string[] = ['<', '<=', '>', '>='];
const COMPARISONS: readonly string[] = [...BOUNDS, '===', '!=='];

/**
 * Returns the conditions of a compiled module in source order, except those in assertions, listener checks
 * and fault injection.
 */
export function findConditions(file: string, source: string): readonly Condition[] {
  const conditions = new Map<string, Condition>();
  const occurrences = new Map<string, number>();
  for (const nodePath of walkNodePaths(source)) {
    const { node, ancestors } = nodePath;
    if ([node, ...ancestors].some((enclosing) => isExcluded(enclosing) || guardsThrow(enclosing, node)))
      continue;
    if (!ancestors.some(({ type }) => /Function|PropertyDefinition/.test(type))) continue;
    for (const { node: tested, aspect, parent } of findTestedNodes(node)) {
      const key = `${tested.start} ${tested.end}`;
      if (conditions.has(key) || isListener(tested)) continue;
      const line = markLine(source, tested);
      const count = (occurrences.get(line) ?? 0) + 1;
      occurrences.set(line, count);
      const bound = findBound({ node: tested, ancestors: [parent, ...ancestors] }, source);
      const { start, end } = tested;
      const text = count === 1 ? line : `${line} (${count})`;
      conditions.set(key, { file, start, end, text, aspect, ...(bound === undefined ? {} : { bound }) });
    }
  }
  return [...conditions.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

interface TestedNode {
  readonly node: AnyNode;
  readonly parent: AnyNode;
  readonly aspect: Condition['aspect'];
}

/** Returns the subexpressions of a node for which tests must cover both outcomes. */
function findTestedNodes(node: AnyNode): readonly TestedNode[] {
  const testTruth = (parent: AnyNode, ...nodes: (AnyNode | null | undefined)[]): TestedNode[] =>
    nodes.flatMap((child) => (child ? findLeaves(child, parent) : []));
  switch (node.type) {
    case 'IfStatement':
      return onlyThrows(node.consequent) ? [] : testTruth(node, node.test);
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return testTruth(node, node.test);
    case 'LogicalExpression':
      return node.operator === '??'
        ? [{ node: node.left, parent: node, aspect: 'presence' }]
        : testTruth(node, node.left, node.right);
    case 'MemberExpression':
      return node.optional ? [{ node: node.object as AnyNode, parent: node, aspect: 'presence' }] : [];
    case 'BinaryExpression':
      return COMPARISONS.includes(node.operator) ? [{ node, parent: node, aspect: 'truth' }] : [];
    default:
      return [];
  }
}

/** Returns the innermost operands of `&&`, `||` and `!`. */
function findLeaves(node: AnyNode, parent: AnyNode): readonly TestedNode[] {
  if (node.type === 'UnaryExpression' && node.operator === '!') return findLeaves(node.argument, node);
  const isJunction = node.type === 'LogicalExpression' && node.operator !== '??';
  if (!isJunction) return [{ node, parent, aspect: 'truth' }];
  const { left, right } = node as LogicalExpression;
  return [...findLeaves(left, node), ...findLeaves(right, node)];
}

function findBound(nodePath: NodePath, source: string): Condition['bound'] {
  const { node } = nodePath;
  if (node.type !== 'BinaryExpression' || !BOUNDS.includes(node.operator)) return undefined;
  if (onlyPicksOperand(nodePath, source)) return undefined;
  const { left, operator } = node as BinaryExpression;
  return { operator, offset: source.indexOf(operator, left.end) };
}

function isExcluded(node: AnyNode): boolean {
  return node.type === 'ThrowStatement' || isAssertion(node) || isInjection(node);
}

/** Whether a node is part of the condition of an `if` whose body only throws. */
function guardsThrow(branch: AnyNode, { start, end }: AnyNode): boolean {
  if (branch.type !== 'IfStatement' || !onlyThrows(branch.consequent)) return false;
  return start >= branch.test.start && end <= branch.test.end;
}

/** Whether a node checks for a listener. Every run of a mutant has one. */
function isListener(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'sink';
}

/** Returns the lines that contain a condition, with the condition marked. */
function markLine(source: string, { start, end }: AnyNode): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const marked = `${source.slice(from, start)}⟦${source.slice(start, end)}⟧${source.slice(end, to)}`;
  return marked.replace(/\s+/g, ' ').trim();
}
