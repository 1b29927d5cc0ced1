import type { AnyNode } from 'acorn';
import type { ModelMutant } from './mutants.js';
import { type NodePath, walkNodePaths } from './syntax.js';
import { readModule } from './units.js';

/**
 * Whether a moved bound makes no difference because it only affects which of two equal numbers is chosen: `if
 * (a < b) b = a` and `a < b ? a : b` give the same result with `<=`.
 */
export function isTie({ file, operator, target }: ModelMutant): boolean {
  if (operator !== 'bound-moved') return false;
  const source = readModule(file);
  return [...walkNodePaths(source)].some(
    (nodePath) =>
      nodePath.node.start === target.start &&
      nodePath.node.end === target.end &&
      onlyPicksOperand(nodePath, source),
  );
}

/** Whether a comparison only decides which of its operands is kept. */
export function onlyPicksOperand({ node, ancestors: [parent] }: NodePath, source: string): boolean {
  if (node.type !== 'BinaryExpression' || parent === undefined) return false;
  const choices = getChoices(parent, node);
  if (choices === undefined) return false;
  const joinSources = (nodes: readonly AnyNode[]): string =>
    nodes
      .map(({ start, end }) => source.slice(start, end))
      .sort()
      .join(' ');
  return (
    [node.left, node.right].every(isSimplePath) &&
    joinSources(choices) === joinSources([node.left, node.right])
  );
}

/**
 * Returns the two values that a condition chooses between: both branches of a conditional expression, or the
 * target and value of an `if` whose body is an assignment. Returns undefined for other nodes.
 */
function getChoices(node: AnyNode, test: AnyNode): readonly [AnyNode, AnyNode] | undefined {
  if (node.type === 'ConditionalExpression')
    return node.test === test ? [node.consequent, node.alternate] : undefined;
  if (node.type !== 'IfStatement' || node.test !== test || node.alternate) return undefined;
  const statement =
    node.consequent.type === 'BlockStatement' && node.consequent.body.length === 1
      ? node.consequent.body[0]!
      : node.consequent;
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return undefined;
  return [expression.left, expression.right];
}

/** Whether a node is an identifier or a plain property path, which can be read without side effects. */
function isSimplePath(node: AnyNode): boolean {
  if (node.type === 'Identifier' || node.type === 'ThisExpression') return true;
  return node.type === 'MemberExpression' && !node.computed && isSimplePath(node.object);
}
