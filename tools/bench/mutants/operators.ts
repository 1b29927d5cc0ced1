import type { AnyNode, BinaryExpression, Expression } from 'acorn';
import {
  type Probe,
  probeCondition,
  probeFunction,
  probeOperator,
  probeUpdate,
} from './activation-probes.js';
import { isInConstructor, type NodePath, onlyThrows } from './syntax.js';

/** A range of the source and the text that replaces it. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A type of small mistake that could be made in a compiled module. */
export interface Operator {
  readonly name: string;
  /** Whether samples of the model's mutants use it. The others are too coarse, or too many, to sample. */
  readonly isSampled: boolean;
  /** Returns the change to a node, or undefined if the operator does not apply to it. */
  readonly change: (nodePath: NodePath, source: string) => Change | undefined;
  /** Returns what tells whether a change to a node would differ. Default: it differs whenever the node runs. */
  readonly probe?: (node: AnyNode, change: Change, source: string) => Probe;
}

const replace = ({ start, end }: AnyNode, text: string): Change => ({ start, end, text });

function replaceCondition(name: string, value: 'true' | 'false'): Operator {
  return {
    name,
    isSampled: true,
    change: ({ node }) => {
      const test = findCondition(node, value);
      return test === undefined || isSinkTest(test) ? undefined : replace(test, value);
    },
    probe: (node) => probeCondition(findCondition(node, value)!, value),
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
function isSinkTest(test: AnyNode): boolean {
  const tested = test.type === 'UnaryExpression' ? test.argument : test;
  return tested.type === 'Identifier' && tested.name === 'sink';
}

/** Swaps binary operators, except where `+` concatenates strings. */
function swapOperators(name: string, ...pairs: readonly string[]): Operator {
  const replacements = new Map(pairs.map((pair) => pair.split(' ') as [string, string]));
  return {
    name,
    isSampled: true,
    change: ({ node }, source) => {
      if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return undefined;
      const swapped = replacements.get(node.operator);
      if (swapped === undefined || (node.operator === '+' && isConcatenation(node as BinaryExpression)))
        return undefined;
      const start = source.indexOf(node.operator, node.left.end);
      return { start, end: start + node.operator.length, text: swapped };
    },
    probe: (node, { start, text }) => probeOperator(node, start, text),
  };
}

function isConcatenation({ left, right }: BinaryExpression): boolean {
  return [left, right].some(
    (side) => side.type === 'TemplateLiteral' || (side.type === 'Literal' && typeof side.value === 'string'),
  );
}

/** Swaps the name of a property, of any object or only of `Math`. */
function swapProperty(
  name: string,
  isSampled: boolean,
  object: string | undefined,
  names: Readonly<Record<string, string>>,
): Operator {
  return {
    name,
    isSampled,
    change: ({ node }) => {
      if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
      if (object !== undefined && !(node.object.type === 'Identifier' && node.object.name === object))
        return undefined;
      const text = names[node.property.name];
      return text === undefined ? undefined : replace(node.property, text);
    },
    ...(object === 'Math' && { probe: (node, { text }) => probeFunction(node, text) }),
  };
}

const dropNegation: Operator = {
  name: 'negation-dropped',
  isSampled: true,
  change: ({ node, ancestors }, source) => {
    if (node.type !== 'UnaryExpression' || node.operator !== '!' || isSinkTest(node)) return undefined;
    const [parent] = ancestors;
    if (parent?.type === 'IfStatement' && onlyThrows(parent.consequent)) return undefined;
    return replace(node, `(${getText(source, node.argument)})`);
  },
};

/** Adds one to a number. Skips numbers that only serve as names: table keys and negative sentinels. */
const offByOne: Operator = {
  name: 'off-by-one',
  isSampled: true,
  change: ({ node, ancestors: [parent] }) =>
    isNumber(node, parent) && parent?.type !== 'UnaryExpression'
      ? replace(node, String(node.value + 1))
      : undefined,
};

/** Multiplies or divides a number. */
function scaleNumber(name: string, scale: (value: number) => number): Operator {
  return {
    name,
    isSampled: false,
    change: ({ node, ancestors: [parent] }) =>
      isNumber(node, parent) && node.value >= 2 ? replace(node, String(scale(node.value))) : undefined,
  };
}

function isNumber(node: AnyNode, parent: AnyNode | undefined): node is AnyNode & { readonly value: number } {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return false;
  return !(parent?.type === 'Property' && parent.key === node);
}

/** Drops statements with side effects: assignments, increments and calls, except initialisation in constructors. */
const dropUpdate: Operator = {
  name: 'update-dropped',
  isSampled: true,
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
  probe: (node, _, source) => probeUpdate(node, source),
};

const doubleUpdate: Operator = {
  name: 'update-doubled',
  isSampled: true,
  change: ({ node }, source) => {
    if (node.type !== 'ExpressionStatement' || !isAccumulation(node.expression)) return undefined;
    const statement = getText(source, node);
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

/**
 * Matches arithmetic, bitwise and logical operators, but not comparisons, because an operand is not a valid substitute
 * for the result.
 */
const BINARY_OPERATOR = /^([-+*/%&|^]|<<|>>>?|&&|\|\||\?\?)$/;

/** Replaces an operation with one of its operands. */
function dropSide(dropped: 'left' | 'right'): Operator {
  return {
    name: `${dropped}-dropped`,
    isSampled: false,
    change: ({ node }, source) => {
      if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return undefined;
      if (!BINARY_OPERATOR.test(node.operator)) return undefined;
      return replace(node, `(${getText(source, dropped === 'left' ? node.right : node.left)})`);
    },
  };
}

/** Swaps a list element or argument with the next one. */
const swapNeighbours: Operator = {
  name: 'neighbours-swapped',
  isSampled: false,
  change: ({ node, ancestors: [parent] }, source) => {
    const isCall = parent?.type === 'CallExpression';
    const list = isCall ? parent.arguments : parent?.type === 'ArrayExpression' ? parent.elements : [];
    const index = (list as readonly (AnyNode | null)[]).indexOf(node);
    const next = index < 0 ? undefined : list[index + 1];
    if (next === undefined || next === null) return undefined;
    const separator = source.slice(node.end, next.start);
    const text = getText(source, next) + separator + getText(source, node);
    return { start: node.start, end: next.end, text };
  },
};

function getText(source: string, { start, end }: AnyNode): string {
  return source.slice(start, end);
}

/** All operators (goals.md, C1). A statement's breaker names any of them; samples use some. */
export const OPERATORS: readonly Operator[] = [
  replaceCondition('condition-true', 'true'),
  replaceCondition('condition-false', 'false'),
  dropNegation,
  swapOperators('logic-swapped', '&& ||', '|| &&'),
  swapOperators('equality-flipped', '=== !==', '!== ==='),
  swapOperators('bound-moved', '< <=', '<= <', '> >=', '>= >'),
  offByOne,
  swapOperators('arithmetic-swapped', '+ -', '- +', '& |', '| &', '<< >>>', '>> <<', '>>> <<'),
  swapProperty('rounding-swapped', true, 'Math', { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' }),
  dropUpdate,
  doubleUpdate,
  dropSide('left'),
  dropSide('right'),
  scaleNumber('halved', (value) => Math.floor(value / 2)),
  scaleNumber('doubled', (value) => 2 * value),
  swapNeighbours,
  swapProperty('end-swapped', false, undefined, {
    ...{ shift: 'pop', pop: 'shift' },
    ...{ push: 'unshift', unshift: 'push' },
  }),
];

/** The operators whose mutants are sampled. */
export const SAMPLED_OPERATORS = OPERATORS.filter(({ isSampled }) => isSampled);
