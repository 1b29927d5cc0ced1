import type { AnyNode, BinaryExpression, Expression } from 'acorn';
import { isInConstructor, type NodePath, onlyThrows } from './syntax.js';

/** A range of the source and the text that replaces it. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A type of small mistake that could be made in the model. */
export interface ModelOperator {
  readonly name: string;
  /** Returns the change to a node, or undefined if the operator does not apply to it. */
  readonly change: (nodePath: NodePath, source: string) => Change | undefined;
}

const replace = ({ start, end }: AnyNode, text: string): Change => ({ start, end, text });

function replaceCondition(name: string, value: 'true' | 'false'): ModelOperator {
  return {
    name,
    change: ({ node }) => {
      const test = findCondition(node, value);
      return test === undefined || isSinkTest(test) ? undefined : replace(test, value);
    },
  };
}

/**
 * Returns the condition of a branch if it can be replaced by `value`. Excludes conditions that guard a throw,
 * which are not part of the design, and loops that would never end.
 */
function findCondition(node: AnyNode, value: 'true' | 'false'): Expression | undefined {
  if (node.type === 'IfStatement') return onlyThrows(node.consequent) ? undefined : node.test;
  if (node.type === 'ConditionalExpression') return node.test;
  return node.type === 'WhileStatement' && value === 'false' ? node.test : undefined;
}

/** Whether an expression checks for a listener. Every run of a mutant has one. */
function isSinkTest(test: Expression): boolean {
  const tested = test.type === 'UnaryExpression' ? test.argument : test;
  return tested.type === 'Identifier' && tested.name === 'sink';
}

/** Swaps binary operators, except where `+` concatenates strings. */
function swapOperators(name: string, ...pairs: readonly string[]): ModelOperator {
  const replacements = new Map(pairs.map((pair) => pair.split(' ') as [string, string]));
  return {
    name,
    change: ({ node }, source) => {
      if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return undefined;
      const swapped = replacements.get(node.operator);
      if (swapped === undefined || (node.operator === '+' && isConcatenation(node as BinaryExpression)))
        return undefined;
      const start = source.indexOf(node.operator, node.left.end);
      return { start, end: start + node.operator.length, text: swapped };
    },
  };
}

function isConcatenation({ left, right }: BinaryExpression): boolean {
  return [left, right].some(
    (side) => side.type === 'TemplateLiteral' || (side.type === 'Literal' && typeof side.value === 'string'),
  );
}

const SWAPPED_CALLS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};

const swapCall: ModelOperator = {
  name: 'rounding-swapped',
  change: ({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
    const isMath = node.object.type === 'Identifier' && node.object.name === 'Math';
    const swapped = isMath ? SWAPPED_CALLS[node.property.name] : undefined;
    return swapped === undefined ? undefined : replace(node.property, swapped);
  },
};

const dropNegation: ModelOperator = {
  name: 'negation-dropped',
  change: ({ node, ancestors }, source) => {
    if (node.type !== 'UnaryExpression' || node.operator !== '!' || isSinkTest(node)) return undefined;
    const [parent] = ancestors;
    if (parent?.type === 'IfStatement' && onlyThrows(parent.consequent)) return undefined;
    return replace(node, `(${source.slice(node.argument.start, node.argument.end)})`);
  },
};

/** Adds one to a number. Skips numbers that only serve as names: table keys and negative sentinels. */
const offByOne: ModelOperator = {
  name: 'off-by-one',
  change: ({ node, ancestors: [parent] }) => {
    if (node.type !== 'Literal' || typeof node.value !== 'number') return undefined;
    if (parent?.type === 'UnaryExpression') return undefined;
    if (parent?.type === 'Property' && parent.key === node) return undefined;
    return replace(node, String(node.value + 1));
  },
};

/** Drops statements with side effects: assignments, increments and calls, except initialisation in constructors. */
const dropUpdate: ModelOperator = {
  name: 'update-dropped',
  change: ({ node, ancestors }) => {
    if (node.type !== 'ExpressionStatement') return undefined;
    const { expression } = node;
    const isAssignment = expression.type === 'AssignmentExpression';
    if (isAssignment && expression.operator === '=' && isInConstructor(ancestors)) return undefined;
    if (expression.type === 'CallExpression' && expression.callee.type === 'Super') return undefined;
    const hasEffect =
      isAssignment || ['CallExpression', 'UpdateExpression', 'ChainExpression'].includes(expression.type);
    return hasEffect ? replace(node, ';') : undefined;
  },
};

const doubleUpdate: ModelOperator = {
  name: 'update-doubled',
  change: ({ node }, source) => {
    if (node.type !== 'ExpressionStatement' || !isAccumulation(node.expression)) return undefined;
    const statement = source.slice(node.start, node.end);
    return replace(node, `{ ${statement} ${statement} }`);
  },
};

function isAccumulation(expression: Expression): boolean {
  if (expression.type === 'UpdateExpression') return true;
  if (expression.type === 'AssignmentExpression') return /^([-+*^]|<<|>>>?)=$/.test(expression.operator);
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return false;
  const { property } = expression.callee;
  return property.type === 'Identifier' && property.name === 'push';
}

/** All operators for model mutants (goals.md, C1). */
export const MODEL_OPERATORS: readonly ModelOperator[] = [
  replaceCondition('condition-true', 'true'),
  replaceCondition('condition-false', 'false'),
  dropNegation,
  swapOperators('logic-swapped', '&& ||', '|| &&'),
  swapOperators('equality-flipped', '=== !==', '!== ==='),
  swapOperators('bound-moved', '< <=', '<= <', '> >=', '>= >'),
  offByOne,
  swapOperators('arithmetic-swapped', '+ -', '- +', '& |', '| &', '<< >>>', '>> <<', '>>> <<'),
  swapCall,
  dropUpdate,
  doubleUpdate,
];
