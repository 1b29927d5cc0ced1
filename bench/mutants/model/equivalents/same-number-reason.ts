import type { AnyNode } from 'acorn';
import { QUAD_COLUMN } from '../../../../transactions/index.js';
import type { ModelMutant } from '../mutants.js';
import { type Place, placesOf } from '../syntax.js';
import { readModule } from '../units.js';
import type { Equivalent } from './because.js';

/** Tables whose numbers the modules call by name. */
const TABLES: Readonly<Record<string, Readonly<Record<string, number>>>> = { QUAD_COLUMN };

const SHIFTS = ['<<', '>>', '>>>'];

/**
 * The reason why a sum in place of a difference, or the other way round, makes no difference: what is added is 0 by its table, or a
 * multiple of 32 in the count of a shift, which the engine takes modulo 32. Undefined elsewhere.
 */
export function sameNumberReason({ file, operator, change, place }: ModelMutant): Equivalent | undefined {
  if (operator !== 'arithmetic-swapped') return undefined;
  for (const each of placesOf(readModule(file))) {
    if (each.node.start !== place.start || each.node.end !== place.end) continue;
    const reason = whySame(each);
    if (reason !== undefined) return { file, change, reason };
  }
  return undefined;
}

/** Why a sum is the same number as the difference of its operands; undefined where it may be another one. */
export function whySame({ node, around: [parent] }: Place): string | undefined {
  if (node.type !== 'BinaryExpression' || (node.operator !== '+' && node.operator !== '-')) return undefined;
  if (isZero(node.right)) return 'It adds or takes away a number that its table says is 0.';
  const isCount =
    parent?.type === 'BinaryExpression' && SHIFTS.includes(parent.operator) && parent.right === node;
  const by = node.right.type === 'Literal' ? node.right.value : undefined;
  if (isCount && typeof by === 'number' && by % 32 === 0)
    return 'The engine takes shift counts modulo 32, so that 32 more or less is the same shift.';
  return undefined;
}

function isZero(node: AnyNode): boolean {
  if (node.type !== 'MemberExpression' || node.computed) return false;
  const { object, property } = node;
  return (
    object.type === 'Identifier' &&
    property.type === 'Identifier' &&
    TABLES[object.name]?.[property.name] === 0
  );
}
