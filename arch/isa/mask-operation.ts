import { lookup } from '../collections.js';
import type { InstructionSet } from '../instruction-set.js';
import { splitInstruction } from './decode/raw.js';
import type { Instruction } from './instruction.js';
import { getCode, getScalarSlots } from './slots.js';

/** A bitwise operation on lane masks: `andn1` is `~a & b`, `andn2` is `a & ~b`. */
type MaskOperator = 'move' | 'not' | 'and' | 'or' | 'xor' | 'andn1' | 'andn2';

/** A scalar instruction viewed as an operation on whole lane masks. Operands are scalar operand codes. */
export interface MaskOperation {
  readonly operator: MaskOperator;
  readonly destination: number;
  /** One or two sources. `saveexec` and `wrexec` use EXEC as the second. */
  readonly sources: readonly number[];
  /**
   * With `saveexec`, EXEC receives the result, and the destination receives the old EXEC. With `wrexec`, both receive
   * the result.
   */
  readonly exec?: 'saveexec' | 'wrexec';
}

const OPERATORS: Readonly<Record<string, MaskOperator>> = lookup({
  mov: 'move',
  not: 'not',
  and: 'and',
  or: 'or',
  xor: 'xor',
  andn1: 'andn1',
  and_not0: 'andn1',
  andn2: 'andn2',
  and_not1: 'andn2',
});

/**
 * Returns the effect of a scalar instruction on masks of `lanes` lanes, or undefined if it is not a plain bitwise
 * operation.
 */
export function decodeMaskOperation(
  instruction: Instruction,
  set: InstructionSet,
  lanes: number,
): MaskOperation | undefined {
  const [, name, exec, bits] = /^s_(\w+?)(?:_(saveexec|wrexec))?_b(32|64)$/.exec(instruction.mnemonic) ?? [];
  const operator = name === undefined ? undefined : OPERATORS[name];
  if (operator === undefined || Number(bits) !== lanes) return undefined;
  const raw = splitInstruction(instruction.words, 0, set);
  if ('reason' in raw || raw.row.family !== 'scalar') return undefined;
  const slots = getScalarSlots(raw.row).filter(({ special }) => special === undefined);
  const [destination] = slots.filter(({ role }) => role === 'dst').map((slot) => getCode(slot, raw));
  const sources = slots.filter(({ role }) => role === 'src').map((slot) => getCode(slot, raw));
  if (destination === undefined) return undefined;
  return exec === undefined
    ? { operator, destination, sources }
    : { operator, destination, sources: [sources[0]!, EXEC], exec: exec as 'saveexec' | 'wrexec' };
}

const EXEC = 126;

/**
 * Returns whether a lane may access registers of other or inactive lanes. Returns true if the words cannot be decoded.
 */
export function crossesLanes({ words, memory }: Instruction, set: InstructionSet): boolean {
  if (memory?.isLaneExchange === true) return true;
  const raw = splitInstruction(words, 0, set);
  if ('reason' in raw) return true;
  return raw.row.family === 'cross-lane' || raw.extension.startsWith('dpp');
}

/** The scalar operand code of the inline constant with no bits set. */
export const NO_LANES_CODE = 128;
/** The scalar operand code of the inline constant with all bits set. */
export const ALL_LANES_CODE = 193;
