import type { AnyNode } from 'acorn';
import { MODEL_OPERATORS, type ModelOperator } from '../model/operators.js';

/**
 * Matches arithmetic, bitwise and logical operators, but not comparisons, because an operand is not a valid substitute
 * for the result.
 */
const BINARY_OPERATOR = /^([-+*/%&|^]|<<|>>>?|&&|\|\||\?\?)$/;

/** Replaces an operation with one of its operands. */
function dropSide(dropped: 'left' | 'right'): ModelOperator {
  return {
    name: `${dropped}-dropped`,
    change: ({ node }, source) => {
      if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return undefined;
      if (!BINARY_OPERATOR.test(node.operator)) return undefined;
      const keptNode = dropped === 'left' ? node.right : node.left;
      return { start: node.start, end: node.end, text: `(${getText(source, keptNode)})` };
    },
  };
}

/** Multiplies or divides a number. */
function scaleNumber(name: string, scale: (value: number) => number): ModelOperator {
  return {
    name,
    change: ({ node, ancestors: [parent] }) => {
      if (node.type !== 'Literal' || typeof node.value !== 'number' || node.value < 2) return undefined;
      if (parent?.type === 'Property' && parent.key === node) return undefined;
      return { start: node.start, end: node.end, text: String(scale(node.value)) };
    },
  };
}

/** Swaps a list element or argument with the next one. */
const swapNeighbours: ModelOperator = {
  name: 'neighbours-swapped',
  change: ({ node, ancestors: [parent] }, source) => {
    const list = getElements(parent);
    const index = list.indexOf(node);
    const next = index < 0 ? undefined : list[index + 1];
    if (next === undefined || next === null) return undefined;
    const separator = source.slice(node.end, next.start);
    return {
      start: node.start,
      end: next.end,
      text: getText(source, next) + separator + getText(source, node),
    };
  },
};

function getElements(node: AnyNode | undefined): readonly (AnyNode | null)[] {
  if (node?.type === 'ArrayExpression') return node.elements;
  return node?.type === 'CallExpression' ? node.arguments : [];
}

const OTHER_END: Readonly<Record<string, string>> = {
  shift: 'pop',
  pop: 'shift',
  push: 'unshift',
  unshift: 'push',
};

/** Uses the wrong end of a queue. */
const swapEnd: ModelOperator = {
  name: 'end-swapped',
  change: ({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
    const text = OTHER_END[node.property.name];
    return text === undefined ? undefined : { start: node.property.start, end: node.property.end, text };
  },
};

function getText(source: string, { start, end }: AnyNode): string {
  return source.slice(start, end);
}

/**
 * All operators for breakers that change code: the model's mutation operators, plus coarser ones that are not worth
 * sampling.
 */
export const BREAKER_OPERATORS: readonly ModelOperator[] = [
  ...MODEL_OPERATORS,
  dropSide('left'),
  dropSide('right'),
  scaleNumber('halved', (value) => Math.floor(value / 2)),
  scaleNumber('doubled', (value) => 2 * value),
  swapNeighbours,
  swapEnd,
];
